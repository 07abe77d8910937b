// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Kinds of actions that users can apply to tasks.
enum class ActionKind : quint8 { Retry, RunNow, Reschedule, Discard, Restore, Delete };

QByteArrayView actionName(ActionKind kind); ///< Returns the name, such as `retry` or `run-now`.
std::optional<ActionKind> actionFromName(QByteArrayView name);

/// Returns the states that an action applies to. Leased is included only if the action is forced: discard, delete,
/// retry and run-now then revoke the lease.
StateSet applicableStates(ActionKind kind, bool force);

/// Action on tasks, with its parameters.
struct Action
{
    enum class Time : quint8 { None, At, In, Shift, Spread };

    ActionKind kind = ActionKind::Retry;
    Time time = Time::None; ///< kind of time for Reschedule; a delayed Retry uses At, In or Spread
    TimePoint at{}; ///< for At: due time; for Spread: first due time
    TimePoint until{}; ///< for Spread: last due time
    /// for In: time from the start of the operation, on the server's clock; for Shift: time to add to each due time
    Millis by{};
    bool force = false;
    /// Idle time after which a forced action assumes that a worker has died; nullopt: the layout's default. Used only
    /// by layouts whose workers don't report that they have stopped.
    std::optional<Millis> idle = {};

    /// Returns whether the action sets a due time.
    bool setsDue() const { return kind == ActionKind::Reschedule || time != Time::None; }
    bool operator==(const Action&) const = default;
};

/// One call of an operation, for up to 100 tasks. A task changes only if it is still in the state that the user saw.
struct ActionStep
{
    QueueName queue;
    OperationId operation; ///< id shared by all of an operation's steps
    Action action;
    std::vector<TaskRef> refs;
    std::vector<TimePoint> newDue; ///< new due times, one per ref, if Action::setsDue()

    bool operator==(const ActionStep&) const = default;
};

/// Outcome of a step for one task.
enum class ItemOutcome : quint8 {
    Done, ///< the action was applied
    NotFound, ///< the id isn't in the queue
    MovedOn, ///< the task now has a different state or lease
    Refused, ///< the action doesn't apply to the task's state, or requires force
    // The values below are refusals for a specific reason.
    InFlow, ///< the task has a parent or children, so only its framework can process it
    NextRun, ///< the task is the next run of a schedule, which would stop without it
    Held, ///< a worker holds the task until its lock expires; force doesn't help
    Stalled, ///< the task's worker is lost; the framework's next check returns the task to its queue
    InGroup, ///< the task belongs to a group, and the layout doesn't support groups
    Untimed, ///< the task is waiting in a list, without a due time
    IdTaken, ///< a different task uses the id or another exclusive resource
    Damaged, ///< the task's stored data can't be read
    RateLimited, ///< the queue's rate limit delays the task
    LongList, ///< searching the list for the task would block the server for too long
    Running, ///< the only copy of the task is in the process running it
    InBatch, ///< the task belongs to a batch that would wait for it forever
    UniqueLock, ///< the task has a lock that only the library that set it can release
    Started, ///< a worker has claimed the task and can only be signaled to stop it
    HasDependents, ///< other tasks depend on this one
    WaitsForOther, ///< the task depends on another task, and only the framework can release it
    Reserved, ///< a worker holds the task until its lease expires; force doesn't help
    LeaseOver, ///< the task's lease has expired; any worker's next check returns it to the queue
    Poison, ///< a worker couldn't read the task, and returning it to the queue would lose it
    Retried, ///< the task has already been retried, and the retry has ended
    RetryWaits, ///< the task has already been retried, and the retry hasn't ended
    MayRun, ///< the task's worker was active recently and may still be running it
    NoMessage, ///< the task is only an entry in a list of pending tasks; its message has been deleted
    OtherGroups, ///< the action would affect the stream's other consumer groups
    DueSoon, ///< the task is due or almost due, so the library's own mover may already have read it
};

/// Predicted result of an ActionStep.
struct Foresight
{
    std::vector<ItemOutcome> outcomes; ///< outcomes, one per ref; Done means that the action would apply
    qint64 undoBytes = 0; ///< approximate size of these tasks' undo data in Redis
    // number of affected tasks that other tasks depend on; the dependent tasks would never run
    qint64 followed = 0;
    /// Free memory on the server in bytes, if limited. Set only for a step without tasks.
    std::optional<qint64> freeBytes = {};
    /// True if a server that is out of memory evicts undo data first. Set only for a step without tasks.
    bool mayBeEvicted = false;
};

/// Returns the part of the id after the queue name. It is unique on the server; layouts use it in keys and scripts.
QByteArray uniquePartOf(const OperationId& id);

/// Time to keep a record after its undo data has expired, so that users can review last week's operations.
inline constexpr Millis keepRecords{std::chrono::hours(24 * 7)};

/// Record of an operation, stored with the queue: who ran it, how many tasks it changed, and whether it can be undone.
struct OperationRecord
{
    OperationId id;
    /// Name of an ActionKind, or `add`, `undo`, `pause`, `resume`, `release`, `extend`, `cancel`, `settings`, `edit`,
    /// `schedule`, `unschedule`, `delete-queue`.
    QByteArray kind;
    QueueName queue;
    QByteArray filter; ///< text of the filter that selected the tasks; empty if ids were given
    QByteArray by; ///< user who ran the operation: `user@host`
    QByteArray reason;
    TimePoint at{}; ///< start time, on the server's clock
    qint64 total = 0; ///< number of selected tasks
    qint64 done = 0; ///< number of tasks changed
    qint64 skipped = 0; ///< number of tasks that weren't found, had changed state, or couldn't be acted on
    bool finished = false;
    bool undoable = false; ///< true if at least one task can still be restored
    OperationId undoes; ///< operation that this `undo` undoes
    OperationId undoneBy; ///< operation that undid this one, if any
    /// Plan for resuming the operation (see core/console/operations/operationplan.h); empty if it can't be resumed.
    QByteArray plan = {};
    /// Filter without its states, if the tasks were selected by a filter. `filter` includes the states.
    QByteArray match = {};
    QByteArray states = {}; ///< selected states (see stateNames()); empty if ids were given, and in older records
    QByteArray stage = {}; ///< current stage of a staged operation, or why it stopped
    QByteArray asked = {}; ///< pending request to the client running the operation; read-only
    /// Tasks of a move that have left the source, or were about to, and may not have arrived. For an import: tasks that
    /// may be parked.
    std::vector<TaskId> inTransit = {};
    QByteArray holder = {}; ///< client running the operation, or the last one that did
    /// Time from now during which only `holder` may write the record. Zero releases the record; if unset, any client
    /// may write it. Write-only: never set when read.
    std::optional<Millis> holdFor = {};
    bool running = false; ///< true if the queue reports that `holder` is still active; read-only

    /// Returns whether the client running the operation went away before the operation finished, in which case another
    /// client can resume it.
    bool isInterrupted() const { return !finished && !running && undoneBy.isEmpty() && !plan.isEmpty(); }
    bool operator==(const OperationRecord&) const = default;
};

} // namespace dueline
