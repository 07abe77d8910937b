// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"

namespace dueline {

enum class AddOutcome : quint8 {
    Added,
    /// the id exists with the same content because the call was repeated, or another task holds the unique key
    Exists,
    Conflict, ///< the id belongs to a task with different content; nothing changed
};

/// Result of one undo step.
struct UndoStep
{
    qint64 restored = 0;
    /// number of tasks not restored: they have run, were changed by another client, or no longer exist
    qint64 movedOn = 0;
    QByteArray cursor; ///< cursor for the next step; empty when finished
    // total number of tasks restored by all undos of the operation, if the queue counts them
    std::optional<qint64> restoredInAll = {};
    /// Pending request to this undo, like BulkState::asked; empty if the layout doesn't support requests.
    QByteArray asked = {};
    qint64 busyUs = 0; ///< server time the step used, in µs; 0 if unknown
};

/// Parameters of one undo step.
struct UndoTurn
{
    // client running the undo; other clients can't run it for five seconds; empty: this backend
    QByteArray holder = {};
    static constexpr int most = 250;
    int limit = most; ///< approximate number of tasks; 0: just renew the claim and report requests
};

/// Due time that marks a task as parked. Workers never claim parked tasks. place() moves a parked task to the state it
/// had in another queue. Until then, no action changes its due time: the task may have already run in the other queue.
inline constexpr TimePoint parkedUntil{Millis(253'402'300'799'000)}; // last second of the year 9999
/// Returns whether an action leaves parked tasks alone.
constexpr bool keepsParked(ActionKind kind) { return kind == ActionKind::RunNow || kind == ActionKind::Reschedule; }

/// Changes to a waiting or failed task. Unset members leave the data unchanged, byte for byte.
struct TaskEdit
{
    QueueName queue;
    OperationId operation; ///< id of the edit, for undo()
    TaskRef ref; ///< task as the user saw it, in a state of Capabilities::edits
    QByteArray revision; ///< value that QueueEditor::revision() returned before the task was read
    std::optional<QByteArray> payload = {};
    /// Complete new options. An unchanged expiry isn't written, because it no longer applies if the task has expired
    /// and been retried.
    std::optional<TaskOptions> options = {};
};

enum class EditOutcome : quint8 {
    Done,
    NotFound, ///< the queue has no task with this id
    MovedOn, ///< the task is no longer where the user saw it: it was claimed, retried, finished or discarded
    Changed, ///< the task's content has changed since it was read
};

/// Checks an edit. Errors: Usage (the task was neither waiting nor failed when it was read), Refused (the payload
/// exceeds 512 MB, Redis's limit for a value).
Result<> checkEdit(const TaskEdit& edit);

class BulkEditor;

/// Changes made by a user. Each call is atomic, applies only if the tasks haven't changed since the user saw them, and
/// is safe to repeat after a lost reply: a repeated call returns the same result. A layout implements act() and any
/// other calls that it supports. Any call can fail with any of QueueInspector's errors, or with Full, ReadOnlyServer,
/// Refused (a newer layout version) or NotSupported (not implemented by the layout).
class QueueEditor
{
public:
    static constexpr std::size_t maxStep = 100; ///< maximum number of tasks per act() call

    virtual ~QueueEditor() = default;

    /// Adds tasks in the given order, in batches that suit the layout. Creates the queue if necessary. Returns one
    /// outcome per task. Errors: Full (earlier tasks may have been added), Refused (a payload over 512 MB), Usage
    /// (checkUniqueKey), NotSupported (a unique key although Capabilities::unique is off, or a priority above
    /// Capabilities::mostPriority).
    virtual Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks);
    /// Moves up to 100 parked tasks (parkedUntil) to the state they had in another queue, with their time, attempts,
    /// errors, result and first due time. Valid states are Scheduled, Due, Retrying, Failed, Done and Trash; a leased
    /// task becomes Retrying. The record of `operation` includes the tasks, so that undo() can discard tasks that
    /// haven't run since. Outcomes: Done, NotFound, MovedOn (not parked). Errors: NotSupported if Capabilities::place
    /// is off.
    virtual Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks);
    /// Returns the revision of a task's content. Call this before reading the task: edit() fails if the revision has
    /// changed. Errors: NotFound, NotSupported if Capabilities::edits is empty.
    virtual Result<QByteArray> revision(const QueueName& queue, const TaskId& id);
    /// Replaces a waiting or failed task's payload or options; undo() restores them. Errors: Usage (the task was
    /// neither when it was read), Refused (a payload over 512 MB, or one that the framework couldn't read),
    /// NotSupported if Capabilities::edits is empty, or for options if Capabilities::editsOptions is off.
    virtual Result<EditOutcome> edit(const TaskEdit& edit);
    /// Returns the id that a task will have after add(). Some layouts derive ids from the task's content.
    virtual TaskId idFor(const QueueName&, const NewTask& task) const { return task.id; }
    /// Performs add()'s checks without writing. Errors: any of add()'s that can be detected in advance.
    virtual Result<> admits(const QueueName&, const std::vector<NewTask>&) { return {}; }
    /// Predicts add()'s outcomes without writing; nullopt if the layout can't. Errors: same as QueueInspector.
    virtual Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(const QueueName&, const std::vector<NewTask>&)
    {
        return std::optional<std::vector<AddOutcome>>();
    }
    /// Returns the queue where a task added to `queue` waits for its due time. In some layouts, several queues share
    /// one for waiting tasks.
    virtual QueueName laterPlace(const QueueName& queue) const { return queue; }
    /// Returns the resolution that a queue's due times are rounded down to.
    virtual Millis dueUnit(const QueueName&) const { return Millis(1); }
    /// Acts on up to maxStep tasks. Returns one outcome per ref.
    virtual Result<std::vector<ItemOutcome>> act(const ActionStep& step) = 0;
    /// Restores about 100 tasks of `undone` that haven't changed since, with their previous attempts and errors.
    /// `cursor`: from the last step; ignored if the turn's limit is 0. `operation`: id of the undo itself. Errors:
    /// NotFound.
    virtual Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn = {});
    /// Returns the bulk editor; null if the queue's layout can't store lists of tasks, in which case each step of an
    /// action must contain task ids.
    virtual BulkEditor* bulk(const QueueName&) { return nullptr; }
    /// Writes or replaces an operation's record. The server sets `at` when it first stores the record. Errors if
    /// holdFor is set: Busy (another client is running the operation), Refused (another client ended or undid it).
    virtual Result<> record(const OperationRecord& record);
    /// Pauses or resumes a queue. Workers can't claim tasks from a paused queue, but existing leases stay valid.
    virtual Result<> setPaused(const QueueName& queue, bool paused);
    /// Replaces a queue's settings. Errors: NotFound.
    virtual Result<> configure(const QueueName& queue, const QueueSettings& settings);
    /// Deletes a queue with all its data. Errors: NotFound; Refused if tasks are leased and `force` is false.
    virtual Result<> removeQueue(const QueueName& queue, bool force);
    /// Tells the worker that holds `ref` to stop the task, which then fails with the error "cancelled". Outcomes: Done,
    /// NotFound, MovedOn (not leased).
    virtual Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref);
    /// Revokes the lease: the task waits again, the attempt doesn't count, and the worker's ack is refused.
    virtual Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref);
    /// Makes the lease expire `leaseFor` from now, by the server's clock.
    virtual Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor);
};

} // namespace dueline
