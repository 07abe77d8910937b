// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"
#include "ui/timeline/model/timelinedata.h"

#include <QAbstractTableModel>

namespace dueline {

/// Groups in the timeline that the table shows as columns.
struct TimelineTableGroups
{
    QStringList titles; ///< column titles; empty if the table shows states
    std::vector<qint64> totals;
    std::vector<std::vector<qint64>> bins; ///< number of tasks in each bar, by group
    QString taskTitle; ///< title of the column for `tasks`; empty if the rows already show the group
    QStringList tasks; ///< group of each individual task
};

/// Table model of the painted timeline. It has a row of totals and a row per bar, with counts for each state or, if the
/// colors represent groups, for each group. If tasks are drawn individually, it has a row per task instead. Bars
/// without tasks are omitted. The model is a snapshot and is never updated.
class TimelineTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    TimelineTableModel(const Formatting& formatting, const TimelineData& data, TimelineTableGroups groups,
        TimePoint now, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_head.size()); }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    bool showsTasks() const { return m_tasks; }
    /// Returns the widest text in a column.
    QString widest(int column) const;
    /// Returns the number of bars or tasks, not counting the row of totals.
    int counted() const { return int(m_rows.size()) - (m_tasks || m_rows.empty() ? 0 : 1); }
    /// Returns whether the columns are groups rather than states.
    bool showsGroups() const { return !m_groups.titles.isEmpty(); }
    /// Returns the titles and rows as lines of tab-separated cells.
    QString text() const;

private:
    bool isNumber(int column) const { return !m_tasks && column > 0; }
    void addBars(const Formatting& formatting, const TimelineData& data, TimePoint now);
    void addBar(
        const QString& range, const StateCounts& counts, const StateCounts* match, const std::vector<qint64>& groups);
    QString shortened(const QString& title) const;
    void addTasks(const Formatting& formatting, const TimelineData& data, TimePoint now);

    bool m_tasks;
    TimelineTableGroups m_groups;
    QStringList m_head;
    std::vector<QStringList> m_rows;
};

} // namespace dueline
