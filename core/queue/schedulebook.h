// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/queue/schedule.h"

namespace dueline {

enum class TickOutcome : quint8 {
    NotOurs, ///< somebody moved it on before, or the schedule was changed or removed
    MovedOn, ///< without a task: none was wanted, or that of this tick had been made before
    Made,
};

/// Schedules whose tick has come.
struct DueSchedules
{
    std::vector<ScheduleState> due; ///< earliest first, at most ScheduleBook::mostDue
    std::optional<TimePoint> next; ///< the first tick later than now
    TimePoint serverNow{};
};

/// Recurring tasks of queues. Every call is atomic per schedule and safe to repeat. Errors of all: those of
/// QueueInspector; of what writes, also those of QueueEditor, and Refused where the backend is read-only.
class ScheduleBook
{
public:
    static constexpr int mostDue = 100; ///< schedules of one due()

    virtual ~ScheduleBook() = default;

    /// All of a queue, by name; damaged ones are listed, too. A queue nobody made has none.
    virtual Result<std::vector<ScheduleState>> schedules(const QueueName& queue) = 0;
    /// Writes a schedule; its next tick is the first after now. Makes the queue when it is new, and wakes the engines.
    /// Errors: Usage (checkSchedule), Exists unless `replace`.
    virtual Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) = 0;
    /// Tasks it made stay. Errors: NotFound.
    virtual Result<> remove(const QueueName& queue, const QByteArray& name) = 0;
    /// What has to be ticked now.
    virtual Result<DueSchedules> due(const QueueName& queue) = 0;
    /// Makes the task of a tick, or none, and moves the schedule on: by exactly one of all who try.
    virtual Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision)
        = 0;
};

} // namespace dueline
