// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Kinds of actions that an operator can apply to tasks.
enum class ActionKind : quint8 { Retry, RunNow, Reschedule, Discard, Restore, Delete };

QByteArrayView actionName(ActionKind kind); ///< `retry`, `run-now`, …
std::optional<ActionKind> actionFromName(QByteArrayView name);

/// Returns the states to which an action applies. Leased is included only if the action is forced: discard, delete,
/// retry and run-now then revoke the lease.
StateSet applicableStates(ActionKind kind, bool force);

/// Action, with its parameters.
struct Action
{
    enum class Time : quint8 { None, At, In, Shift, Spread };

    ActionKind kind = ActionKind::Retry;
    Time time = Time::None; ///< kind of time for Reschedule; a Retry at a later time also uses At, In and Spread
    TimePoint at{}; ///< At: due time; Spread: first due time
    TimePoint until{}; ///< for Spread: the last due time
    Millis by{}; ///< In: counted from the server's clock when the operation started; Shift: added to each due time
    bool force = false;
    /// Time without activity after which a forced action considers a worker to have ended; nullopt: the layout's
    /// default. Used only by layouts whose workers do not report when they end.
    std::optional<Millis> idle = {};

    /// Returns whether the action sets a due time.
    bool setsDue() const { return kind == ActionKind::Reschedule || time != Time::None; }
    bool operator==(const Action&) const = default;
};

/// One call of an operation for at most 100 tasks. A task changes only if it is still in the state that the operator
/// saw.
struct ActionStep
{
    QueueName queue;
    OperationId operation; ///< id that all steps of an operation share
    Action action;
    std::vector<TaskRef> refs;
    std::vector<TimePoint> newDue; ///< new due times, one per ref, if Action::setsDue()

    bool operator==(const ActionStep&) const = default;
};

/// Outcome of one task in a step.
enum class ItemOutcome : quint8 {
    Done, ///< acted on
    NotFound, ///< the queue has no such id
    MovedOn, ///< The task is now in another state or under another lease.
    Refused, ///< the action does not apply to its state, or needs force
    // Refused for a specific reason:
    InFlow, ///< The task has a parent or children, so only its framework can process it.
    NextRun, ///< The task is the next run of a schedule, which would stop without it.
    Held, ///< a worker holds the task until its lock expires; force does not help
    Stalled, ///< The task's worker is lost; the framework's next check puts the task back.
    InGroup, ///< The task belongs to a group, and the layout does not support groups.
    Untimed, ///< The task waits in a list and has no due time.
    IdTaken, ///< The task's id, or another exclusive resource, is in use by another task.
    Damaged, ///< The task's stored data cannot be read.
    RateLimited, ///< the queue's rate limit delays it
    LongList, ///< searching the list for the task would block the server for too long
    Running, ///< The task's only copy is in the process that runs it.
    InBatch, ///< a batch would wait for the task forever
    UniqueLock, ///< The task has a lock that only the library that set it can release.
    Started, ///< a worker has claimed the task, and can only be asked to stop it
    HasDependents, ///< other tasks wait for it
    WaitsForOther, ///< The task waits for another task, and only the framework releases it.
    Reserved, ///< a worker holds the task until its lease expires; force does not help
    LeaseOver, ///< The task's lease has expired; the next check by any worker returns the task to the queue.
    Poison, ///< a worker could not read the task, so returning it to the queue would lose it
    Retried, ///< The task was already retried, and the retry has ended.
    RetryWaits, ///< The task was already retried, and the retry has not ended.
    MayRun, ///< the task's worker was active recently, so it may still be running the task
    NoMessage, ///< the task is only an entry in a list of pending tasks; its message was deleted
    OtherGroups, ///< the action would affect other consumer groups of the stream
};

/// Predicted result of an ActionStep.
struct Foresight
{
    std::vector<ItemOutcome> outcomes; ///< outcomes, one per ref; Done: the action would apply
    qint64 undoBytes = 0; ///< approximate memory in Redis that the undo data for these tasks needs
    // number of tasks to which the action would apply although other tasks wait for them; the waiting tasks will never
    // run
    qint64 followed = 0;
    /// Free memory on the server, if it has a limit. Set only for a step without tasks.
    std::optional<qint64> freeBytes = {};
    /// True if a full server evicts undo data first. Set only for a step without tasks.
    bool mayBeEvicted = false;
};

/// Returns the part after the queue name, which is unique on the server. The layouts use it in keys and scripts.
QByteArray uniquePartOf(const OperationId& id);

/// Time for which a record is kept after its undo data has expired, so that operators can review last week's
/// operations.
inline constexpr Millis keepRecords{std::chrono::hours(24 * 7)};

/// Record of an operation, stored with the queue: who ran it, how many tasks it changed, and whether it can be undone.
struct OperationRecord
{
    OperationId id;
    /// Name of an ActionKind, or `add`, `undo`, `pause`, `resume`, `release`, `extend`, `cancel`, `settings`, `edit`,
    /// `schedule`, `unschedule`, `delete-queue`.
    QByteArray kind;
    QueueName queue;
    QByteArray filter; ///< filter that selected the tasks, as text; empty if ids were given
    QByteArray by; ///< user@host
    QByteArray reason;
    TimePoint at{}; ///< time on the server's clock
    qint64 total = 0; ///< tasks selected
    qint64 done = 0; ///< tasks acted on
    qint64 skipped = 0; ///< tasks that were not found, were refused or had changed state
    bool finished = false;
    bool undoable = false; ///< True if at least one task can still be restored.
    OperationId undoes; ///< operation that an `undo` undoes
    OperationId undoneBy; ///< the operation that undid this one, if any
    /// Plan for resuming the operation, see core/console/operations/operationplan.h; empty: it cannot be resumed.
    QByteArray plan = {};
    /// Filter without its states, if the tasks were selected by a filter. `filter` includes the states.
    QByteArray match = {};
    QByteArray states = {}; ///< states of the selection, as stateNames(); empty if ids were given, and in older records
    QByteArray stage = {}; ///< current stage of an operation with stages, or the reason why it stopped
    QByteArray asked = {}; ///< pending request to the client that carries out the operation; read-only
    /// Tasks of a move that have left or were about to leave the source and may not have arrived. For an import: tasks
    /// that may be parked.
    std::vector<TaskId> inTransit = {};
    QByteArray holder = {}; ///< client that carries out the operation, or that was the last to do so
    /// Time from now during which only `holder` may write the record; zero releases the record. Unset: any client may
    /// write it. This field is write-only: readers leave it unset.
    std::optional<Millis> holdFor = {};
    bool running = false; ///< True if the queue reports that `holder` is still active; read-only

    /// Returns whether the client that carried out the operation has disappeared, so that another client may resume it.
    bool isInterrupted() const { return !finished && !running && undoneBy.isEmpty() && !plan.isEmpty(); }
    bool operator==(const OperationRecord&) const = default;
};

} // namespace dueline
