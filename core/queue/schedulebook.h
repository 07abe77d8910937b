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

/// Schedules with a due tick.
struct DueSchedules
{
    std::vector<ScheduleState> due; ///< earliest first, at most ScheduleBook::mostDue
    std::optional<TimePoint> next; ///< first tick in the future
    TimePoint serverNow{};
};

/// Recurring tasks of queues. Every call changes a schedule atomically and is safe to repeat. Any call can fail with
/// any of QueueInspector's errors. Calls that write can also fail with any of QueueEditor's, or with Refused if the
/// backend is read-only.
class ScheduleBook
{
public:
    static constexpr int mostDue = 100; ///< maximum number of schedules returned by due()

    virtual ~ScheduleBook() = default;

    /// Returns all of a queue's schedules sorted by name, including damaged ones. Empty if the queue was never created.
    virtual Result<std::vector<ScheduleState>> schedules(const QueueName& queue) = 0;
    /// Writes a schedule. Its next tick is the first tick in the future. Creates the queue if necessary, and wakes the
    /// engines. Errors: Usage (checkSchedule), Exists (only if `replace` is false).
    virtual Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) = 0;
    /// Removes a schedule. Keeps the tasks that the schedule has added. Errors: NotFound.
    virtual Result<> remove(const QueueName& queue, const QByteArray& name) = 0;
    /// Returns the schedules with a due tick. Call tick() for each of them.
    virtual Result<DueSchedules> due(const QueueName& queue) = 0;
    /// Adds the tick's task if the decision says so, and advances the schedule. If several clients call this for the
    /// same tick, only one succeeds.
    virtual Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision)
        = 0;
};

} // namespace dueline
