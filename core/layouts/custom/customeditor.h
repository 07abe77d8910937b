// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"
#include "core/layouts/native/nativeeditor.h"

namespace dueline {

/// The operator's side of a design: a native editor on the overlay, whose scripts know the tasks at home, too. What a
/// design cannot hold is refused in words, never dropped. A design overrides what it does in its own way: `add` always.
class CustomEditor : public NativeEditor
{
public:
    CustomEditor(NativeScripts& scripts, const CustomSpec& spec);

    /// Errors: NotSupported: the design has no place for what else is known of a task.
    Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks) override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    Result<> record(const OperationRecord& record) override;
    Result<> setPaused(const QueueName& queue, bool paused) override;
    Result<> configure(const QueueName& queue, const QueueSettings& settings) override;
    Result<> removeQueue(const QueueName& queue, bool force) override;
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;

protected:
    const CustomSpec& spec() const { return m_spec; }
    /// Errors: NotFound, when there is neither a key of theirs nor a overlay. Makes the overlay beside what is there.
    Result<> meet(const QueueName& queue, bool make = false);
    /// Errors: Refused, when the task asks for what the design cannot hold, or has another type than its tasks have.
    Result<> checkOptions(const NewTask& task, bool anyType = false) const;
    static Error refused(const QString& message) { return {ErrorCode::Refused, message}; }
    /// What stands behind the type in the id a task was given: `x` of `mail#x`.
    static QByteArray uniqueOf(const NewTask& task);

private:
    const CustomSpec& m_spec;
};

} // namespace dueline
