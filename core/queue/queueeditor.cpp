// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueeditor.h"

#include "core/base/text.h"

namespace dueline {

namespace {

Error cannot(const QString& what) { return {ErrorCode::NotSupported, QStringLiteral("This layout %1.").arg(what)}; }

} // namespace

Result<std::vector<AddOutcome>> QueueEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (const auto admitted = admits(queue, tasks); !admitted)
        return admitted.error();
    return cannot(QStringLiteral("does not allow Dueline to add tasks; add them with the program that owns the queue"));
}

Result<UndoStep> QueueEditor::undo(
    const QueueName&, const OperationId&, const OperationId&, const QByteArray&, const UndoTurn&)
{
    return cannot(QStringLiteral("records no undo data"));
}

Result<> QueueEditor::record(const OperationRecord&)
{
    return cannot(QStringLiteral("keeps no records of operations"));
}

Result<> QueueEditor::setPaused(const QueueName&, bool) { return cannot(QStringLiteral("cannot pause a queue")); }

Result<> QueueEditor::configure(const QueueName&, const QueueSettings&)
{
    return cannot(QStringLiteral("has no queue settings"));
}

Result<> QueueEditor::removeQueue(const QueueName&, bool)
{
    return cannot(QStringLiteral("does not allow Dueline to delete queues"));
}

Result<ItemOutcome> QueueEditor::cancel(const QueueName&, const TaskRef&)
{
    return cannot(QStringLiteral("cannot stop a running task"));
}

Result<ItemOutcome> QueueEditor::release(const QueueName&, const TaskRef&)
{
    return cannot(QStringLiteral("cannot revoke a task's lease"));
}

Result<ItemOutcome> QueueEditor::extend(const QueueName&, const TaskRef&, Millis)
{
    return cannot(QStringLiteral("cannot extend a lease"));
}

Result<std::vector<ItemOutcome>> QueueEditor::place(
    const QueueName&, const OperationId&, const std::vector<TaskDetail>&)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("This layout accepts only new tasks.")};
}

Result<> checkEdit(const TaskEdit& edit)
{
    constexpr qsizetype largest = 512 * 1024 * 1024;
    if (const TaskState seen = edit.ref.seenState; !StateSet::pending().contains(seen) && seen != TaskState::Failed) {
        return Error{ErrorCode::Usage,
            QStringLiteral("Only waiting and failed tasks can be edited; the task \"%1\" is neither.")
                .arg(printable(edit.ref.id))};
    }
    if (edit.payload && edit.payload->size() > largest) {
        return Error{ErrorCode::Refused,
            QStringLiteral("The payload of \"%1\" exceeds 512 MiB, the maximum size of a Redis value.")
                .arg(printable(edit.ref.id))};
    }
    return {};
}

Result<QByteArray> QueueEditor::revision(const QueueName&, const TaskId&)
{
    return Error{ErrorCode::NotSupported,
        QStringLiteral(
            "This layout does not allow a task's payload to be edited. Discard the task and add a new one.")};
}

Result<EditOutcome> QueueEditor::edit(const TaskEdit& edit)
{
    return QueueEditor::revision(edit.queue, edit.ref.id).error();
}

} // namespace dueline
