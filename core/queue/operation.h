// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// What an operator can do to tasks.
enum class ActionKind : quint8 { Retry, RunNow, Reschedule, Discard, Restore, Delete };

QByteArrayView actionName(ActionKind kind); ///< `retry`, `run-now`, …
std::optional<ActionKind> actionFromName(QByteArrayView name);

/// The states a kind applies to. Leased: only when forced (discard, delete, retry and run-now: by taking the lease
/// away).
StateSet applicableStates(ActionKind kind, bool force);

/// An action with its parameters.
struct Action
{
    enum class Time : quint8 { None, At, In, Shift, Spread };

    ActionKind kind = ActionKind::Retry;
    Time time = Time::None; ///< Reschedule; At, In and Spread also of a Retry that is not at once
    TimePoint at{}; ///< At; Spread: the first instant
    TimePoint until{}; ///< Spread: the last instant
    Millis by{}; ///< In: from the server's now when the operation started; Shift: added to each due time
    bool force = false;

    /// Whether the tasks get a due time that somebody chose.
    bool setsDue() const { return kind == ActionKind::Reschedule || time != Time::None; }
    bool operator==(const Action&) const = default;
};

/// One call's worth of an operation: at most 100 tasks, each conditional on what was seen.
struct ActionStep
{
    QueueName queue;
    OperationId operation; ///< every step of an operation carries the same id
    Action action;
    std::vector<TaskRef> refs;
    std::vector<TimePoint> newDue; ///< Action::setsDue(): one per ref
};

/// What became of one task in a step.
enum class ItemOutcome : quint8 {
    Done, ///< acted on
    NotFound, ///< no such id in the queue
    MovedOn, ///< it is in another state, or another lease, than was seen
    Refused, ///< the action does not apply to its state, or needs force
    // Refused, with a reason of its own:
    InFlow, ///< it has a parent or children, which only its framework settles
    NextRun, ///< a schedule goes on by it
    Held, ///< a worker holds it until its lock expires, and no force takes that away
    Stalled, ///< its worker is gone; the framework's next look puts it back
    InGroup, ///< it belongs to a group, which the layout does not know
    Untimed, ///< it waits its turn in a list and has no due time
    IdTaken, ///< another task has its id, or what it must be alone with
    Damaged, ///< what is stored of it cannot be read
    RateLimited, ///< the queue's rate limit holds it back
    LongList, ///< finding its place in the list would keep the server busy too long
    Running, ///< its only copy is with the process that runs it
    InBatch, ///< a batch would wait for it for ever
    UniqueLock, ///< a lock goes with it that only its own library frees
    Started, ///< a worker has taken it, and can only be asked to stop it
    HasDependents, ///< other tasks wait for it
    WaitsForOther, ///< it waits for another task; its framework releases it
    Reserved, ///< a worker holds it until its lease runs out, and no force takes that away
    LeaseOver, ///< its lease has run out, and the next look of any worker puts it back
    Poison, ///< no worker could read it, so pushing it would lose it
    Retried, ///< it was retried before, and the retry ended
    RetryWaits, ///< it was retried before, and the retry has not ended
};

/// What an ActionStep would do, if it were made now.
struct Foresight
{
    std::vector<ItemOutcome> outcomes; ///< one per ref; Done: it would be acted on
    qint64 undoBytes = 0; ///< memory in Redis that undo of these would hold, about
    qint64 followed = 0; ///< of those it would be acted on: behind which others wait that will not run without them
    /// What is free there, where it has a limit; told of a step without tasks alone.
    std::optional<qint64> freeBytes = {};
    /// Once the server is full it throws away what undo holds first; told of a step without tasks alone.
    bool mayBeEvicted = false;
};

/// The part after the queue, which no other operation of that server has: what the layouts' keys and scripts go by.
QByteArray uniquePartOf(const OperationId& id);

/// How long a record outlives the chance to undo it: operators look back at what was done last week.
inline constexpr Millis keepRecords{std::chrono::hours(24 * 7)};

/// An operation as it is kept with the queue: who did what to how many, and whether it can be undone.
struct OperationRecord
{
    OperationId id;
    QByteArray kind; ///< an ActionKind's name, or `add`, `undo`, `pause`, `resume`, `release`, `extend`, `cancel`,
                     ///< `settings`, `edit`, `schedule`, `unschedule`, `delete-queue`
    QueueName queue;
    QByteArray filter; ///< what was asked for, as text; empty for given ids
    QByteArray by; ///< user@host
    QByteArray reason;
    TimePoint at{}; ///< by the server's clock
    qint64 total = 0; ///< tasks selected
    qint64 done = 0; ///< tasks acted on
    qint64 skipped = 0; ///< moved on, not found or refused
    bool finished = false;
    bool undoable = false; ///< something of it can still be undone
    OperationId undoes; ///< for `undo`: the operation it undoes
    OperationId undoneBy; ///< set once it was undone
    QByteArray plan = {}; ///< how to go on with it, see core/console/operations/operationplan.h; empty: nobody can
    QByteArray match = {}; ///< the filter alone, where tasks were selected by one; `filter` has its states behind it
    QByteArray states
        = {}; ///< the states they were selected in, as stateNames(); empty for given ids, and in older records
    QByteArray stage = {}; ///< of an operation that goes by stages: where it is, or why it stopped
    QByteArray asked = {}; ///< read only: what was asked of whoever carries it out
    std::vector<TaskId> inTransit = {}; ///< of a move: tasks that left, or were about to, and may not have arrived
    QByteArray holder = {}; ///< who carries it out, or did last
    /// To be written, never read: for how long from now nobody but `holder` may write the record so; zero gives it up.
    /// Unset: it is written whoever carries it out.
    std::optional<Millis> holdFor = {};
    bool running = false; ///< read only: `holder` still does, as far as the queue knows

    /// Whoever carried it out is gone, and somebody else may go on.
    bool isInterrupted() const { return !finished && !running && undoneBy.isEmpty() && !plan.isEmpty(); }
    bool operator==(const OperationRecord&) const = default;
};

} // namespace dueline
