// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Kinds of actions that an operator can apply to tasks.
enum class ActionKind : quint8 { Retry, RunNow, Reschedule, Discard, Restore, Delete };

QByteArrayView actionName(ActionKind kind); ///< `retry`, `run-now`, …
std::optional<ActionKind> actionFromName(QByteArrayView name);

/// Returns the states that a kind applies to. Leased only if forced: discard, delete, retry and run-now then revoke
/// the lease.
StateSet applicableStates(ActionKind kind, bool force);

/// Action with its parameters.
struct Action
{
    enum class Time : quint8 { None, At, In, Shift, Spread };

    ActionKind kind = ActionKind::Retry;
    Time time = Time::None; ///< kind of time for Reschedule; At, In and Spread also for a Retry at a later time
    TimePoint at{}; ///< At: due time; Spread: first due time
    TimePoint until{}; ///< Spread: last due time
    Millis by{}; ///< In: counted from the server's clock when the operation started; Shift: added to each due time
    bool force = false;

    /// Returns whether the action gives tasks a chosen due time.
    bool setsDue() const { return kind == ActionKind::Reschedule || time != Time::None; }
    bool operator==(const Action&) const = default;
};

/// One call of an operation: at most 100 tasks, each changed only if it is still as the operator saw it.
struct ActionStep
{
    QueueName queue;
    OperationId operation; ///< id, the same in all steps of an operation
    Action action;
    std::vector<TaskRef> refs;
    std::vector<TimePoint> newDue; ///< new due times, one per ref, if Action::setsDue()
};

/// Outcome of one task in a step.
enum class ItemOutcome : quint8 {
    Done, ///< acted on
    NotFound, ///< the queue has no such id
    MovedOn, ///< The task is now in another state or under another lease.
    Refused, ///< the action does not apply to its state, or needs force
    // Refused for a specific reason:
    InFlow, ///< The task has a parent or children, which only its framework settles.
    NextRun, ///< The task is the next run of a schedule, which would stop without it.
    Held, ///< a worker holds it until its lock expires; force does not help
    Stalled, ///< The task's worker is lost; the framework's next check puts the task back.
    InGroup, ///< The task belongs to a group, which the layout does not support.
    Untimed, ///< The task waits in a list and has no due time.
    IdTaken, ///< The task's id, or another resource it needs exclusively, belongs to another task.
    Damaged, ///< The task's stored data cannot be read.
    RateLimited, ///< the queue's rate limit holds it back
    LongList, ///< finding it in the list would keep the server busy too long
    Running, ///< The task's only copy is in the process that runs it.
    InBatch, ///< a batch would wait for it forever
    UniqueLock, ///< The task has a lock that only its own library releases.
    Started, ///< a worker has claimed it, and can only be requested to stop it
    HasDependents, ///< other tasks wait for it
    WaitsForOther, ///< The task waits for another task, and its framework releases it.
    Reserved, ///< a worker holds it until its lease expires; force does not help
    LeaseOver, ///< The task's lease has expired, and the next check of any worker puts it back.
    Poison, ///< a worker could not read it, so pushing it would lose it
    Retried, ///< The task was already retried, and that retry ended.
    RetryWaits, ///< The task was already retried, and that retry has not ended.
};

/// Prediction of an ActionStep made now.
struct Foresight
{
    std::vector<ItemOutcome> outcomes; ///< outcomes, one per ref; Done: the action would apply
    qint64 undoBytes = 0; ///< approximate memory in Redis for the undo data of these tasks
    qint64 followed = 0; ///< tasks the action would apply to that other tasks wait for; those will never run
    /// Free memory of the server, if it has a limit. Set only for a step without tasks.
    std::optional<qint64> freeBytes = {};
    /// True if a full server evicts undo data first. Set only for a step without tasks.
    bool mayBeEvicted = false;
};

/// Returns the part after the queue, which is unique on the server. Keys and scripts of the layouts use it.
QByteArray uniquePartOf(const OperationId& id);

/// Time for which a record remains after its undo data expired, so that operators can review last week's operations.
inline constexpr Millis keepRecords{std::chrono::hours(24 * 7)};

/// Record of an operation, stored with the queue: who did it, how many tasks it changed, and whether it can be undone.
struct OperationRecord
{
    OperationId id;
    /// Name of an ActionKind, or `add`, `undo`, `pause`, `resume`, `release`, `extend`, `cancel`, `settings`, `edit`,
    /// `schedule`, `unschedule`, `delete-queue`
    QByteArray kind;
    QueueName queue;
    QByteArray filter; ///< selection as text; empty for given ids
    QByteArray by; ///< user@host
    QByteArray reason;
    TimePoint at{}; ///< time by the server's clock
    qint64 total = 0; ///< tasks selected
    qint64 done = 0; ///< tasks acted on
    qint64 skipped = 0; ///< tasks that moved on, were not found or were refused
    bool finished = false;
    bool undoable = false; ///< True if at least one task can still be restored.
    OperationId undoes; ///< operation that an `undo` undoes
    OperationId undoneBy; ///< the operation that undid this one, if any
    /// Plan to resume it, see core/console/operations/operationplan.h; empty: it cannot be resumed.
    QByteArray plan = {};
    /// The filter minus its states, if the tasks were selected by a filter; `filter` includes the states.
    QByteArray match = {};
    QByteArray states = {}; ///< states of the selection, as stateNames(); empty for given ids, and in older records
    QByteArray stage = {}; ///< current stage of an operation with stages, or why it stopped
    QByteArray asked = {}; ///< pending request to the client that carries the operation out; read-only
    /// Tasks of a move that have left or were about to leave, and may not have arrived. For an import: tasks that may
    /// be parked.
    std::vector<TaskId> inTransit = {};
    QByteArray holder = {}; ///< client that carries it out, or did so last
    /// Time for which only `holder` may write the record, from now; zero releases the record. Unset: any client may
    /// write it. Write only: readers leave it unset.
    std::optional<Millis> holdFor = {};
    bool running = false; ///< True if `holder` is still active, according to the queue; read-only

    /// Returns whether the client that carries it out has disappeared, so that another client may resume it.
    bool isInterrupted() const { return !finished && !running && undoneBy.isEmpty() && !plan.isEmpty(); }
    bool operator==(const OperationRecord&) const = default;
};

} // namespace dueline
