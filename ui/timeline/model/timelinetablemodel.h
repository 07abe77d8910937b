// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"
#include "ui/timeline/model/timelinedata.h"

#include <QAbstractTableModel>

namespace dueline {

/// What the colours of a timeline tell, as columns.
struct TimelineTableGroups
{
    QStringList titles; ///< none: states are told
    std::vector<qint64> totals;
    std::vector<std::vector<qint64>> bins; ///< of each bar
    QString taskTitle; ///< empty: each task tells it anyhow
    QStringList tasks; ///< what each single task is of
};

/// What the timeline paints, as rows to read: a row per bar with the count of each state, or of each group where the
/// colours tell these, below a row of all that is in view; or a row per task while each has a mark of its own. Bars
/// without a task are left out. Stands still: a picture of one moment.
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
    /// The widest text of a column.
    QString widest(int column) const;
    /// Bars, or tasks: without the row of all.
    int counted() const { return int(m_rows.size()) - (m_tasks || m_rows.empty() ? 0 : 1); }
    /// Whether groups stand in place of states.
    bool showsGroups() const { return !m_groups.titles.isEmpty(); }
    /// A line per row, its cells between tabs, under the titles.
    QString text() const;

private:
    bool isNumber(int column) const { return !m_tasks && column > 0; }
    void addBars(const Formatting& formatting, const TimelineData& data, TimePoint now);
    void addBar(
        const QString& range, const StateCounts& counts, const StateCounts* match, const std::vector<qint64>& groups);
    QString shortened(const QString& title) const;
    void addTasks(const Formatting& formatting, const TimelineData& data, TimePoint now);

    bool m_tasks;
    TimelineTableGroups m_groups; ///< in place of states
    QStringList m_head;
    std::vector<QStringList> m_rows;
};

} // namespace dueline
