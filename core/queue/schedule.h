// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/cronschedule.h"
#include "core/queue/task.h"

namespace dueline {

/// Recurring task. A task is added at every tick.
struct Schedule
{
    QByteArray name; ///< name, unique within its queue; 1 to 64 letters, digits and `. _ : -`
    QByteArray cron; ///< cron expression or interval; see CronSchedule
    QByteArray zone; ///< zone name for timeZoneNamed(); empty: UTC
    QByteArray type; ///< type of the added tasks, UTF-8
    QByteArray payload; ///< payload of the added tasks, at most 64 KiB
    TaskOptions options; ///< options of the added tasks; `expiresAt` is ignored
    std::optional<Millis> expiresAfter; ///< maximum delay between a tick and the start of its task
    bool enabled = true;
    bool runMissed = false; ///< true to add one task for the last missed tick; false to ignore missed ticks
    QByteArray definition; ///< stored form of all members above; set by the schedule book and compared by tick()
    bool damaged = false; ///< true if the stored schedule can't be read; only name and definition are set
    /// Sentence that says why a valid schedule's ticks are unknown: its zone is missing on this machine, or the zone's
    /// name is ambiguous. Empty if they are known.
    QString unready;

    bool operator==(const Schedule&) const = default;
};

/// Schedule with its progress.
struct ScheduleState
{
    Schedule schedule;
    std::optional<TimePoint> next; ///< next tick; nullopt if disabled or unknown
    std::optional<TimePoint> last; ///< last tick that added a task
    /// true if the schedule's tasks have the ids from taskIdOf(); otherwise, their outcomes are unknown
    bool isOurs = true;
    bool operator==(const ScheduleState&) const = default;
};

/// Checks a schedule. Errors: Usage if the name, cron expression, zone, type or payload is invalid.
Result<> checkSchedule(const Schedule& schedule);

/// Checks a schedule that replaces a stored one. Unlike a new schedule, a disabled replacement may use a time zone that
/// this machine doesn't have.
Result<> checkReplacing(const Schedule& schedule);

/// Returns `unready` for a schedule that another machine has accepted; empty if the schedule is ready; nullopt if
/// anything but its zone is invalid.
std::optional<QString> whyUnready(const Schedule& schedule);

/// Returns the id of a tick's task, `TYPE#name@ms`. The id depends only on the tick, so the task is added only once.
TaskId taskIdOf(const Schedule& schedule, TimePoint tick);
/// Returns a tick's task, which is due at the time of the tick.
NewTask taskOf(const Schedule& schedule, TimePoint tick);

/// Decision about a schedule with a due tick.
struct TickDecision
{
    std::optional<TimePoint> run; ///< tick to add a task for
    TimePoint next{}; ///< first tick in the future
    qint64 skipped = 0; ///< number of due ticks that get no task; counted up to 1000
};

/// Decides which tick to run. Only the last due tick can run. If it is more than a minute late, it runs only if
/// runMissed is set. Errors: Usage if checkSchedule() rejects the definition.
Result<TickDecision> decideTick(const Schedule& schedule, TimePoint due, TimePoint now);

} // namespace dueline
