// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Kinds of actions that a user can apply to tasks.
enum class ActionKind : quint8 { Retry, RunNow, Reschedule, Discard, Restore, Delete };

QByteArrayView actionName(ActionKind kind); ///< Returns the name, such as `retry` or `run-now`.
std::optional<ActionKind> actionFromName(QByteArrayView name);

/// Returns the states to which an action applies. Leased is included only if the action is forced: discard, delete,
/// retry and run-now then revoke the lease.
StateSet applicableStates(ActionKind kind, bool force);

/// Action with its parameters.
struct Action
{
    enum class Time : quint8 { None, At, In, Shift, Spread };

    ActionKind kind = ActionKind::Retry;
    Time time = Time::None; ///< kind of time for Reschedule; a Retry at a later time uses At, In or Spread
    TimePoint at{}; ///< for At: due time; for Spread: first due time
    TimePoint until{}; ///< for Spread: last due time
    /// for In: time from the start of the operation, by the server's clock; for Shift: time added to each due time
    Millis by{};
    bool force = false;
    /// Time without activity after which a forced action assumes that a worker has ended; nullopt: the layout's
    /// default. Used only by layouts whose workers do not report when they end.
    std::optional<Millis> idle = {};

    /// Returns whether the action sets a due time.
    bool setsDue() const { return kind == ActionKind::Reschedule || time != Time::None; }
    bool operator==(const Action&) const = default;
};

/// One call of an operation, for up to 100 tasks. A task is changed only if it is still in the state in which the user
/// saw it.
struct ActionStep
{
    QueueName queue;
    OperationId operation; ///< id shared by all steps of an operation
    Action action;
    std::vector<TaskRef> refs;
    std::vector<TimePoint> newDue; ///< new due times, one per ref, if Action::setsDue()

    bool operator==(const ActionStep&) const = default;
};

/// Outcome of one task in a step.
enum class ItemOutcome : quint8 {
    Done, ///< the action was applied
    NotFound, ///< the queue has no such id
    MovedOn, ///< the task is now in a different state or under a different lease
    Refused, ///< the action does not apply to the task's state, or requires force
    // The following values are refusals for a specific reason.
    InFlow, ///< the task has a parent or children, so only its framework can process it
    NextRun, ///< the task is the next run of a schedule, which would stop without it
    Held, ///< a worker holds the task until its lock expires; force does not help
    Stalled, ///< the task's worker is lost; the framework's next check returns the task to its queue
    InGroup, ///< the task belongs to a group, and the layout does not support groups
    Untimed, ///< the task is waiting in a list and has no due time
    IdTaken, ///< the task's id, or another exclusive resource, is in use by a different task
    Damaged, ///< the task's stored data cannot be read
    RateLimited, ///< the queue's rate limit delays the task
    LongList, ///< searching the list for the task would block the server for too long
    Running, ///< the only copy of the task is in the process that is running it
    InBatch, ///< the task belongs to a batch, which would wait for the task forever
    UniqueLock, ///< the task has a lock that can be released only by the library that set it
    Started, ///< a worker has claimed the task and can only be signaled to stop the task
    HasDependents, ///< other tasks depend on it
    WaitsForOther, ///< the task depends on another task, and only the framework can release it
    Reserved, ///< a worker holds the task until its lease expires; force does not help
    LeaseOver, ///< the task's lease has expired; the next check by any worker returns the task to the queue
    Poison, ///< a worker could not read the task, and returning the task to the queue would lose it
    Retried, ///< the task has already been retried, and the retry has ended
    RetryWaits, ///< the task has already been retried, and the retry has not ended
    MayRun, ///< the task's worker was active recently, so it may still be running the task
    NoMessage, ///< the task is only an entry in a list of pending tasks; its message was deleted
    OtherGroups, ///< the action would affect other consumer groups of the stream
};

/// Predicted result of an ActionStep.
struct Foresight
{
    std::vector<ItemOutcome> outcomes; ///< outcomes, one per ref; Done means that the action would apply
    qint64 undoBytes = 0; ///< approximate memory that undo data for these tasks needs in Redis
    // number of tasks to which the action would apply although other tasks depend on them; the dependent tasks would
    // never run
    qint64 followed = 0;
    /// Free memory on the server in bytes, if the memory is limited. Set only for a step without tasks.
    std::optional<qint64> freeBytes = {};
    /// True if the server evicts undo data first when its memory is full. Set only for a step without tasks.
    bool mayBeEvicted = false;
};

/// Returns the part of the id after the queue name. It is unique on the server, and layouts use it in keys and scripts.
QByteArray uniquePartOf(const OperationId& id);

/// Retention time of a record after its undo data has expired. It allows users to review last week's operations.
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
    QByteArray by; ///< user who ran the operation: `user@host`
    QByteArray reason;
    TimePoint at{}; ///< time on the server's clock
    qint64 total = 0; ///< number of tasks selected
    qint64 done = 0; ///< number of tasks acted on
    qint64 skipped = 0; ///< number of tasks that were not found, refused the action or had changed state
    bool finished = false;
    bool undoable = false; ///< true if at least one task can still be restored
    OperationId undoes; ///< operation undone by this `undo`
    OperationId undoneBy; ///< operation that undid this one, if any
    /// Plan for resuming the operation (see core/console/operations/operationplan.h); empty if it cannot be resumed.
    QByteArray plan = {};
    /// Filter without its states, if the tasks were selected by a filter. `filter` includes the states.
    QByteArray match = {};
    QByteArray states = {}; ///< selected states, see stateNames(); empty if ids were given, and in older records
    QByteArray stage = {}; ///< current stage of an operation with stages, or the reason why it stopped
    QByteArray asked = {}; ///< pending request to the client that is running the operation; read-only
    /// Tasks of a move that have left the source, or were about to leave it, and may not have arrived. For an import:
    /// tasks that may be parked.
    std::vector<TaskId> inTransit = {};
    QByteArray holder = {}; ///< client that is running the operation, or the last one that did
    /// Time from now during which only `holder` may write the record. Zero releases the record. If unset, any client
    /// may write the record. Write-only: unset in records that have been read.
    std::optional<Millis> holdFor = {};
    bool running = false; ///< true if the queue reports that `holder` is still active; read-only

    /// Returns whether the client that ran the operation has ended without finishing the operation, so that another
    /// client can resume it.
    bool isInterrupted() const { return !finished && !running && undoneBy.isEmpty() && !plan.isEmpty(); }
    bool operator==(const OperationRecord&) const = default;
};

} // namespace dueline
