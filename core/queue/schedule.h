// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/cronschedule.h"
#include "core/queue/task.h"

namespace dueline {

/// Recurring task. A task is added at every tick.
struct Schedule
{
    QByteArray name; ///< name, unique within its queue; 1 to 64 letters, digits and `. _ : -`
    QByteArray cron; ///< cron expression or interval, as accepted by CronSchedule
    QByteArray zone; ///< zone name for timeZoneNamed(); empty: UTC
    QByteArray type; ///< type of the added tasks, UTF-8
    QByteArray payload; ///< payload of the added tasks, at most 64 KiB
    TaskOptions options; ///< options of the added tasks; `expiresAt` is not used
    std::optional<Millis> expiresAfter; ///< maximum delay between a tick and the start of its task
    bool enabled = true;
    bool runMissed = false; ///< true to add one task for the last missed tick; false to add no task for missed ticks
    QByteArray definition; ///< stored form of all members above; set by the schedule book, and compared by tick()
    bool damaged = false; ///< true if the stored schedule cannot be read; only name and definition are set
    /// Sentence that explains why the ticks of a valid schedule are unknown: the schedule's zone is missing on this
    /// machine, or the zone's name is ambiguous. Empty if the ticks are known.
    QString unready;

    bool operator==(const Schedule&) const = default;
};

/// Schedule and its progress.
struct ScheduleState
{
    Schedule schedule;
    std::optional<TimePoint> next; ///< next tick; nullopt if disabled or unknown
    std::optional<TimePoint> last; ///< last tick that added a task
    /// true if the schedule's tasks have the ids that taskIdOf() returns; otherwise, their outcomes are unknown
    bool isOurs = true;
    bool operator==(const ScheduleState&) const = default;
};

/// Checks a schedule. Errors: Usage, if the name, cron expression, zone, type or payload is invalid.
Result<> checkSchedule(const Schedule& schedule);

/// Checks a schedule that replaces a stored one. A schedule whose zone is unknown on this machine can still be
/// disabled.
Result<> checkReplacing(const Schedule& schedule);

/// Returns the value of `unready` for a schedule that was accepted on another machine; empty if the schedule is ready;
/// nullopt if anything except its zone is invalid.
std::optional<QString> whyUnready(const Schedule& schedule);

/// Returns the id of a tick's task, `TYPE#name@ms`. A tick always has the same id, so its task is added only once.
TaskId taskIdOf(const Schedule& schedule, TimePoint tick);
/// Returns the task for a tick. The task is due at the time of the tick.
NewTask taskOf(const Schedule& schedule, TimePoint tick);

/// Decision about a schedule that has a due tick.
struct TickDecision
{
    std::optional<TimePoint> run; ///< tick for which a task is added
    TimePoint next{}; ///< first tick in the future
    qint64 skipped = 0; ///< number of due ticks for which no task is added; counted up to 1000
};

/// Decides which tick to run. Only the last due tick can run. If it is more than a minute late, it runs only if
/// runMissed is set. Errors: Usage, if checkSchedule() refuses the definition.
Result<TickDecision> decideTick(const Schedule& schedule, TimePoint due, TimePoint now);

} // namespace dueline
