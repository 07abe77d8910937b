// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timelinedata.h"
#include "ui/text/formatting.h"

#include <QAbstractTableModel>

namespace dueline {

/// What the timeline paints, as rows to read: a row per bar with the count of each state, or a row per task while each
/// has a mark of its own. Bars without a task are left out. Stands still: a picture of one moment.
class TimelineTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    TimelineTableModel(const Formatting& formatting, const TimelineData& data, TimePoint now, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_head.size()); }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    bool showsTasks() const { return m_tasks; }
    /// The widest text of a column.
    QString widest(int column) const;
    /// A line per row, its cells between tabs, under the titles.
    QString text() const;

private:
    bool isNumber(int column) const { return !m_tasks && column > 0; }
    void addBars(const Formatting& formatting, const TimelineData& data, TimePoint now);
    void addTasks(const Formatting& formatting, const TimelineData& data, TimePoint now);

    bool m_tasks;
    QStringList m_head;
    std::vector<QStringList> m_rows;
};

} // namespace dueline
