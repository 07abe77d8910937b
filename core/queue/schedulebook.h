// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/queue/schedule.h"

namespace dueline {

enum class TickOutcome : quint8 {
    NotOurs, ///< another client handled the tick first, or the schedule was changed or removed
    MovedOn, ///< the schedule advanced without adding a task: either no task was due, or the task already existed
    Made,
};

/// Schedules that have a due tick.
struct DueSchedules
{
    std::vector<ScheduleState> due; ///< earliest first, at most ScheduleBook::mostDue
    std::optional<TimePoint> next; ///< first tick in the future
    TimePoint serverNow{};
};

/// Recurring tasks of queues. Every call changes a schedule atomically and is safe to repeat. Errors of all calls:
/// those of QueueInspector. Additional errors of calls that write: those of QueueEditor, and Refused if the backend is
/// read-only.
class ScheduleBook
{
public:
    static constexpr int mostDue = 100; ///< maximum number of schedules that due() returns

    virtual ~ScheduleBook() = default;

    /// Returns all schedules of a queue sorted by name, including damaged ones. Empty if the queue was never created.
    virtual Result<std::vector<ScheduleState>> schedules(const QueueName& queue) = 0;
    /// Writes a schedule. Its next tick is the first tick in the future. Creates the queue if it does not exist, and
    /// wakes the engines. Errors: Usage (checkSchedule), Exists (only if `replace` is false).
    virtual Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) = 0;
    /// Removes a schedule. The tasks that it has added remain. Errors: NotFound.
    virtual Result<> remove(const QueueName& queue, const QByteArray& name) = 0;
    /// Returns the schedules that have a due tick, for which tick() should be called.
    virtual Result<DueSchedules> due(const QueueName& queue) = 0;
    /// Adds the task for a tick if the decision requires it, and advances the schedule. If several clients call this
    /// for the same tick, exactly one succeeds.
    virtual Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision)
        = 0;
};

} // namespace dueline
