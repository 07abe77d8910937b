// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"
#include "core/layouts/native/nativeeditor.h"

namespace dueline {

/// Editor for a custom design: a native editor for the overlay (see NativeOverlay) whose scripts also change the tasks
/// in the design's own key. If the design can't store a task property, the editor returns an error rather than dropping
/// the property. Each design overrides the functions that differ; it must override `add`.
class CustomEditor : public NativeEditor
{
public:
    CustomEditor(NativeScripts& scripts, const CustomSpec& spec);

    /// Returns NotSupported: the design can't store a task's additional data.
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
    /// Makes sure that the queue exists. If the design's key exists, also creates the overlay. Errors: NotFound if
    /// neither exists.
    Result<> meet(const QueueName& queue, bool make = false);
    /// Checks a new task. Errors: Refused if the task needs a property that the design can't store, or has a type other
    /// than the design's.
    Result<> checkOptions(const NewTask& task, bool anyType = false) const;
    static Error refused(const QString& message) { return {ErrorCode::Refused, message}; }
    /// Returns the part of a user-specified id after the type: `x` in `mail#x`.
    static QByteArray uniqueOf(const NewTask& task);

private:
    const CustomSpec& m_spec;
};

} // namespace dueline
