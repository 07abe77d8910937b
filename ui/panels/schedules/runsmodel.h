// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/models/rowtable.h"
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
class RunsModel : public RowTable<PlannedRun>
{
    Q_OBJECT

public:
    enum Column { There, Here, In, Note, ColumnCount };
    static constexpr int shown = 5;

    explicit RunsModel(const Formatting& formatting, QObject* parent = nullptr);

    /// Shows the next runs after `now`, or none if the expression or the zone is invalid.
    void show(const QByteArray& cron, const QByteArray& zone, TimePoint now);
    /// Shows the runs of a stored recurring task: its next tick, which may be overdue, and later ticks. Shows none if
    /// the task is disabled.
    void show(const ScheduleState& state, TimePoint now);
    void clear() { replaceRows({}); }
    /// Returns the widest possible text of an instant.
    static QString widest();

private:
    QStringList titles() const override;
    QString text(const PlannedRun& run, int column) const override;
    QString tip(const PlannedRun& run, int column) const override;
    Cell::Tone tone(const PlannedRun& run, int column) const override;
    static QString written(const Formatting& in, TimePoint at);
    void take(const QByteArray& zone, TimePoint before, const std::vector<TimePoint>& runs);

    const Formatting& m_formatting;
    QTimeZone m_zone = QTimeZone::utc();
};

} // namespace dueline
