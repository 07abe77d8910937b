// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"

namespace dueline {

enum class AddOutcome : quint8 {
    Added,
    Exists, ///< the id exists with the same content (a repeated call), or another task holds its unique key
    Conflict, ///< the id belongs to a task with other content; nothing changed
};

/// Result of one bounded step of an undo.
struct UndoStep
{
    qint64 restored = 0;
    qint64 movedOn = 0; ///< ran, were changed by another client, or no longer exist
    QByteArray cursor; ///< cursor; empty: finished
    std::optional<qint64> restoredInAll = {}; ///< restored by all undos of the operation, if the queue counts that
    /// Pending request to this undo, as BulkState::asked; empty if the layout takes no requests.
    QByteArray asked = {};
    qint64 busyUs = 0; ///< server time that the step used, µs; 0 if unknown
};

/// Parameters of one step of an undo.
struct UndoTurn
{
    QByteArray holder = {}; ///< client that undoes; the undo is locked for others for five seconds. Empty: this lane
    static constexpr int most = 250;
    int limit = most; ///< approximate number of tasks; 0: only renews the hold and reports requests
};

/// Due time of a parked task. Workers never claim a parked task, and place() moves it to its state in the other queue.
/// Until then no action changes its due time, since the task may already be done.
inline constexpr TimePoint parkedUntil{Millis(253'402'300'799'000)}; // the last second of the year 9999
/// Returns whether an action leaves parked tasks unchanged.
constexpr bool keepsParked(ActionKind kind) { return kind == ActionKind::RunNow || kind == ActionKind::Reschedule; }

/// Change of a waiting task. Unset members stay unchanged, byte for byte.
struct TaskEdit
{
    QueueName queue;
    OperationId operation; ///< id for undo()
    TaskRef ref; ///< task as the operator saw it: Scheduled, Due or Retrying
    QByteArray revision; ///< QueueEditor::revision() from before the task was read
    std::optional<QByteArray> payload = {};
    /// Complete new options. An unchanged expiry stays as it was: if the task expired and was retried, its expiry no
    /// longer applies.
    std::optional<TaskOptions> options = {};
};

enum class EditOutcome : quint8 {
    Done,
    NotFound, ///< the queue has no such id
    MovedOn, ///< The task no longer waits: it is leased, ended or discarded.
    Changed, ///< The task's content is not what the operator read.
};

/// Checks an edit. Errors: Usage (the task was not seen waiting), Refused (a payload over 512 MB, the maximum of one
/// Redis value).
Result<> checkEdit(const TaskEdit& edit);

class BulkEditor;

/// Changes that an operator makes. Each call is atomic, conditional on what the operator saw, and safe to repeat after
/// a lost reply: a repeated call returns the same result. A layout implements act() and the other calls that it
/// supports; all other calls return an error. Errors of all: those of QueueInspector, and Full, ReadOnlyServer, Refused
/// (a newer layout version), NotSupported (the layout lacks this call).
class QueueEditor
{
public:
    static constexpr std::size_t maxStep = 100; ///< tasks of one act()

    virtual ~QueueEditor() = default;

    /// Adds tasks in the given order, split into batches as the layout needs. Creates the queue if it is new. Returns
    /// one outcome per task. Errors: Full (earlier tasks may have been added), Refused (a payload over 512 MB), Usage
    /// (checkUniqueKey), NotSupported (a unique key where Capabilities::unique is off, a priority above
    /// Capabilities::mostPriority).
    virtual Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks);
    /// Moves at most 100 parked tasks (parkedUntil) to the state they had in another queue, with its instant,
    /// attempts, errors, result and first due time. Valid states are Scheduled, Due, Retrying, Failed, Done and Trash;
    /// a leased task becomes Retrying. `operation` records the tasks, so that undo() discards tasks that have not run
    /// since. Outcomes: Done, NotFound, MovedOn (no longer parked). Errors: NotSupported if Capabilities::place is
    /// off.
    virtual Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks);
    /// Returns the revision of a task's content. edit() applies only while the revision is unchanged, so call
    /// revision() before reading the task. Errors: NotFound, NotSupported where Capabilities::edit is off.
    virtual Result<QByteArray> revision(const QueueName& queue, const TaskId& id);
    /// Replaces the payload or the options of a waiting task; undo() restores them. Errors: Usage (it was not seen
    /// waiting), Refused (a payload over 512 MB), NotSupported where Capabilities::edit is off.
    virtual Result<EditOutcome> edit(const TaskEdit& edit);
    /// Returns the id that a task gets when it is added. Some layouts derive ids from the content of a task.
    virtual TaskId idFor(const QueueName&, const NewTask& task) const { return task.id; }
    /// Runs the checks of add() without writing. Errors: those of add() that are known beforehand.
    virtual Result<> admits(const QueueName&, const std::vector<NewTask>&) { return {}; }
    /// Predicts the outcomes of add() without writing; nullopt if the layout cannot predict them. Errors: those of
    /// reads.
    virtual Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(const QueueName&, const std::vector<NewTask>&)
    {
        return std::optional<std::vector<AddOutcome>>();
    }
    /// Returns the queue in which a task added to `queue` waits for its due time. In some layouts, several queues share
    /// this place.
    virtual QueueName laterPlace(const QueueName& queue) const { return queue; }
    /// Returns the unit of due times in a queue; they are rounded down to it.
    virtual Millis dueUnit(const QueueName&) const { return Millis(1); }
    /// Acts on at most maxStep tasks. Returns one outcome per ref.
    virtual Result<std::vector<ItemOutcome>> act(const ActionStep& step) = 0;
    /// Restores about 100 tasks of `undone` that have not changed since, with their previous attempts and errors.
    /// `cursor` continues the last step; it is ignored if the turn's limit is 0. `operation` is the undo's own id.
    /// Errors: NotFound.
    virtual Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn = {});
    /// Returns the bulk editor; null if the layout of the queue stores no task lists. Tasks are then acted on by id.
    virtual BulkEditor* bulk(const QueueName&) { return nullptr; }
    /// Writes or replaces the record of an operation. The server sets `at` when it first stores the record. Errors if
    /// holdFor is set: Busy (another client carries out the operation), Refused (another client ended or undid it).
    virtual Result<> record(const OperationRecord& record);
    /// Pauses or resumes a queue. A paused queue returns no claims, and its leases continue.
    virtual Result<> setPaused(const QueueName& queue, bool paused);
    /// Replaces the settings. Errors: NotFound.
    virtual Result<> configure(const QueueName& queue, const QueueSettings& settings);
    /// Deletes the queue with everything in it. Errors: NotFound, Refused while leases are live unless `force`.
    virtual Result<> removeQueue(const QueueName& queue, bool force);
    /// Asks the worker that holds `ref` to stop the task, which ends as a failed attempt "cancelled". Outcomes: Done,
    /// NotFound, MovedOn (not leased).
    virtual Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref);
    /// Revokes the lease: the task waits again, its attempt is not counted, and the worker's ack is refused.
    virtual Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref);
    /// Sets the lease to expire `leaseFor` from the server's clock.
    virtual Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor);
};

} // namespace dueline
