// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/cronschedule.h"
#include "core/queue/task.h"

namespace dueline {

/// What adds a task again and again.
struct Schedule
{
    QByteArray name; ///< unique in its queue; 1 to 64 of letters, digits and `. _ : -`
    QByteArray cron; ///< as CronSchedule reads it
    QByteArray zone; ///< as timeZoneNamed() takes it; empty: UTC
    QByteArray type; ///< of its tasks, UTF-8
    QByteArray payload; ///< of its tasks, at most 64 KiB
    TaskOptions options; ///< of its tasks; `expiresAt` is not used
    std::optional<Millis> expiresAfter; ///< its tasks do not start later than so long after their tick
    bool enabled = true;
    bool runMissed = false; ///< ticks that nobody made a task of in time: one for the last of them, instead of none
    QByteArray definition; ///< all of the above as it is stored; set by the book, compared by tick()
    bool damaged = false; ///< it cannot be read; only name and definition are set
    QString unready; ///< a sentence: it is sound, but its ticks cannot be told, since its zone is not known here, or is
                     ///< no name that means the same everywhere; else empty

    bool operator==(const Schedule&) const = default;
};

/// A schedule and how far it is.
struct ScheduleState
{
    Schedule schedule;
    std::optional<TimePoint> next; ///< its next tick; nullopt while disabled, or where it cannot be told
    std::optional<TimePoint> last; ///< the last tick that made a task
    bool isOurs = true; ///< its tasks are called as taskIdOf() says; else what became of them is not known
    bool operator==(const ScheduleState&) const = default;
};

/// Errors: Usage, naming what is wrong with name, cron, zone, type or payload.
Result<> checkSchedule(const Schedule& schedule);

/// The same for one that replaces what is stored: what was unready there may be disabled all the same.
Result<> checkReplacing(const Schedule& schedule);

/// What belongs into `unready` of a schedule that was accepted elsewhere: why its zone, and nothing else, keeps this
/// machine from telling its ticks. nullopt: something else is wrong with it. Empty: nothing is.
std::optional<QString> whyUnready(const Schedule& schedule);

/// The id of a tick's task, `TYPE#name@ms`: each tick exists once.
TaskId taskIdOf(const Schedule& schedule, TimePoint tick);
/// The task of a tick, due then.
NewTask taskOf(const Schedule& schedule, TimePoint tick);

/// What to do about a schedule whose next tick has come.
struct TickDecision
{
    std::optional<TimePoint> run; ///< the tick to make a task of
    TimePoint next{}; ///< the tick after now
    qint64 skipped = 0; ///< ticks before `run`, or all, of which none is made; counted up to 1000
};

/// Ticks up to a minute late always run; of those that were missed longer ago, one if the schedule says so.
/// Errors: Usage, a definition that checkSchedule() refuses.
Result<TickDecision> decideTick(const Schedule& schedule, TimePoint due, TimePoint now);

} // namespace dueline
