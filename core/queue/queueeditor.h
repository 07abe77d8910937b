// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"

namespace dueline {

enum class AddOutcome : quint8 {
    Added,
    Exists, ///< the same id with the same content, a repeated call; or its unique key is held, by another task mostly
    Conflict, ///< the id is taken by a task with other content; nothing was changed
};

/// One bounded step of undoing an operation.
struct UndoStep
{
    qint64 restored = 0;
    qint64 movedOn = 0; ///< ran, were acted on by somebody else, or are gone
    QByteArray cursor; ///< empty: finished
    std::optional<qint64> restoredInAll = {}; ///< by this undo since its beginning, where the queue counts that
    /// What somebody asked of this undo, as BulkState::asked; empty where the layout takes no requests.
    QByteArray asked = {};
    qint64 busyUs = 0; ///< how long the step kept the server busy, µs; 0 where that is not known
};

/// How a step of an undo is made.
struct UndoTurn
{
    QByteArray holder = {}; ///< who undoes; nobody else may go on with this undo for five seconds. Empty: this lane
    static constexpr int most = 250;
    int limit = most; ///< about so many tasks; 0: none, only holds on and tells what is requested
};

/// A task added with this due time is parked: nobody runs it, and place() gives it the place it had elsewhere. Until
/// then nobody gives it another due time, since it may be one that is done.
inline constexpr TimePoint parkedUntil{Millis(253'402'300'799'000)}; // the last second of the year 9999
/// Whether an action leaves parked tasks as they are.
constexpr bool keepsParked(ActionKind kind) { return kind == ActionKind::RunNow || kind == ActionKind::Reschedule; }

/// A task that waits, with something else in it. What is not given stays as it is, byte for byte.
struct TaskEdit
{
    QueueName queue;
    OperationId operation; ///< what undo() goes by
    TaskRef ref; ///< as it was seen: Scheduled, Due or Retrying
    QByteArray revision; ///< what QueueEditor::revision() told before the task was read
    std::optional<QByteArray> payload = {};
    /// All of them as they are from now on. An expiry that is the same stays as it was: of a task that expired and was
    /// retried it does not count any more.
    std::optional<TaskOptions> options = {};
};

enum class EditOutcome : quint8 {
    Done,
    NotFound, ///< no such id in the queue
    MovedOn, ///< it does not wait where it was seen: leased, ended or discarded
    Changed, ///< it holds something else than what was read
};

/// Errors: Usage (the task was not seen waiting), Refused (a payload over 512 MB, the most that Redis holds in one
/// value).
Result<> checkEdit(const TaskEdit& edit);

class BulkEditor;

/// What an operator changes. Each call is atomic, conditional on what was seen, and safe to repeat after a lost reply:
/// the same call made again answers the same. A layout implements act() and what else it can do; the others are refused
/// in words. Errors of all: those of QueueInspector, and Full, ReadOnlyServer, Refused (newer layout), NotSupported
/// (this layout cannot).
class QueueEditor
{
public:
    static constexpr std::size_t maxStep = 100; ///< tasks of one act()

    virtual ~QueueEditor() = default;

    /// Adds tasks, in the given order, splitting as the layout needs. Makes the queue when it is new. One outcome per
    /// task. Errors: Full (tasks before it in the order may have been added), Refused (a payload over 512 MB), Usage
    /// (checkUniqueKey), NotSupported (a unique key where Capabilities::unique is off, a priority above
    /// Capabilities::mostPriority).
    virtual Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks);
    /// Gives at most 100 tasks that were added and are still parked (parkedUntil) the state they had elsewhere, with
    /// its instant, attempts, errors, result and first due time; `operation` remembers them, so that undo() discards
    /// those that did not run since. Scheduled, Due, Retrying, Failed, Done or Trash; one that was leased before waits
    /// as Retrying. Done, NotFound, MovedOn (not parked any more). Errors: NotSupported, where Capabilities::place says
    /// so.
    virtual Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks);
    /// What the task holds now, as one word: edit() applies only while it is that. To be asked before the task is read.
    /// Errors: NotFound, NotSupported where Capabilities::edit is off.
    virtual Result<QByteArray> revision(const QueueName& queue, const TaskId& id);
    /// Puts another payload, or other options, into a task that waits; undo() puts back what it held. Errors: Usage (it
    /// was not seen waiting), Refused (a payload over 512 MB), NotSupported where Capabilities::edit is off.
    virtual Result<EditOutcome> edit(const TaskEdit& edit);
    /// The id that a task gets when it is added to a queue: of layouts that make their own ids of what a task holds.
    virtual TaskId idFor(const QueueName&, const NewTask& task) const { return task.id; }
    /// Checks what add() checks before it writes anything. Errors: those of add() that are known then.
    virtual Result<> admits(const QueueName&, const std::vector<NewTask>&) { return {}; }
    /// Predicts the outcomes of add() without writing; nullopt if the layout cannot tell. Errors: those of reading.
    virtual Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(const QueueName&, const std::vector<NewTask>&)
    {
        return std::optional<std::vector<AddOutcome>>();
    }
    /// The queue in which a task that was added to `queue` waits for its due time: some layouts share a place for that.
    virtual QueueName laterPlace(const QueueName& queue) const { return queue; }
    /// The unit in which a queue keeps due times, rounded down.
    virtual Millis dueUnit(const QueueName&) const { return Millis(1); }
    /// Acts on at most maxStep tasks; one outcome per ref.
    virtual Result<std::vector<ItemOutcome>> act(const ActionStep& step) = 0;
    /// Puts back at most ~100 tasks of `undone` that are still where it left them, attempts and errors as before;
    /// `cursor` goes on where the last step ended; of a turn that takes none it says nothing. `operation` is the undo's
    /// own id. Errors: NotFound.
    virtual Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn = {});
    /// Null where the layout of the queue keeps no list of what an operation means: then its tasks are acted on by
    /// name.
    virtual BulkEditor* bulk(const QueueName&) { return nullptr; }
    /// Writes or replaces the record of an operation (its id's). `at` is set by the server when first recorded. Errors,
    /// where it has holdFor: Busy (somebody else carries the operation out), Refused (somebody else ended or undid it).
    virtual Result<> record(const OperationRecord& record);
    /// A paused queue gives no claims; leases go on.
    virtual Result<> setPaused(const QueueName& queue, bool paused);
    /// Replaces the settings. Errors: NotFound.
    virtual Result<> configure(const QueueName& queue, const QueueSettings& settings);
    /// Deletes the queue with everything in it. Errors: NotFound, Refused while leases are live unless `force`.
    virtual Result<> removeQueue(const QueueName& queue, bool force);
    /// Asks the worker that holds `ref` to stop it; it ends as a failed attempt "cancelled". Done, NotFound, MovedOn
    /// (not leased).
    virtual Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref);
    /// Takes the lease away: the task waits again, attempt not spent, and the worker's ack is refused.
    virtual Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref);
    /// Lets the lease end `leaseFor` from the server's now.
    virtual Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor);
};

} // namespace dueline
