// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/layouts/port/repeatablecalls.h"
#include "core/queue/queueeditor.h"

namespace dueline {

class NativeBulk;

/// Editor for the native layout. Each step is one script call, and an operation acts on each task at most once: the
/// task's entry in `before` contains the operation's name. If the same operation has already acted on a task, the
/// script changes nothing, and returns Done if the task is still in the set where the operation left it.
class NativeEditor : public QueueEditor
{
public:
    explicit NativeEditor(NativeScripts& scripts);
    ~NativeEditor() override;

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks) override;
    Result<QByteArray> revision(const QueueName& queue, const TaskId& id) override;
    Result<EditOutcome> edit(const TaskEdit& edit) override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName& queue) override;
    Result<> record(const OperationRecord& record) override;
    Result<> setPaused(const QueueName& queue, bool paused) override;
    Result<> configure(const QueueName& queue, const QueueSettings& settings) override;
    Result<> removeQueue(const QueueName& queue, bool force) override;
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;

protected:
    friend class NativeBulk;
    friend class NativeEdit;
    NativeScripts& scripts() const { return m_scripts; }
    /// Rejects an id with a space, because spaces separate the parts of an entry in the `before` hash. Errors: Usage.
    static Result<> checkOperation(const OperationId& id);
    /// Runs a script that stores its last reply in a memo key. Replaces arguments[0] with the nonce.
    Result<Reply> once(const char* script, const QueueName& queue, const char* memoKind,
        const std::vector<QByteArray>& keyNames, std::vector<QByteArray> arguments);

private:
    Result<ItemOutcome> onLease(
        const char* script, const QueueName& queue, const TaskRef& ref, const QByteArray& detail);

    NativeScripts& m_scripts;
    std::unique_ptr<NativeBulk> m_bulk; ///< null for the overlay of a custom design's key
    RepeatableCalls m_calls; ///< unanswered calls, by kind of memo
};

} // namespace dueline
