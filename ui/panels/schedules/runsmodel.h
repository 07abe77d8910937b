// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/models/rowlist.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Row for an upcoming run of a recurring task.
struct PlannedRun
{
    TimePoint at{};
    QString note; ///< note about a clock change in the task's time zone before this run

    QByteArray key() const { return QByteArray::number(toMs(at)); }
    bool operator==(const PlannedRun&) const = default;
};

/// Table model of a recurring task's next runs, in both the task's and the window's time zones.
class RunsModel : public RowList<PlannedRun>
{
    Q_OBJECT

public:
    enum Column { There, Here, In, Note, ColumnCount };
    static constexpr int shown = 5;

    explicit RunsModel(const Formatting& formatting, QObject* parent = nullptr);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Shows the next runs after `now`, or none if the expression or the zone is invalid.
    void show(const QByteArray& cron, const QByteArray& zone, TimePoint now);
    /// Shows the runs of a stored recurring task: its next tick, which may be overdue, and later ticks. Shows none if
    /// the task is disabled.
    void show(const ScheduleState& state, TimePoint now);
    void clear() { replaceRows({}); }
    void setNow(TimePoint now);
    /// Returns the widest possible text of an instant.
    static QString widest();

private:
    static QString written(const Formatting& in, TimePoint at);
    void take(const QByteArray& zone, TimePoint before, const std::vector<TimePoint>& runs);

    const Formatting& m_formatting;
    QTimeZone m_zone = QTimeZone::utc();
    TimePoint m_now{};
};

} // namespace dueline
