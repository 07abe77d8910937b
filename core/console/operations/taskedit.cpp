// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/taskedit.h"

#include "core/base/text.h"
#include "core/console/operations/shortoperation.h"
#include "core/console/operations/undorun.h"

namespace dueline {

namespace {

Error readOnly()
{
    return {ErrorCode::Refused, QStringLiteral("This connection is read-only, so nothing can be edited.")};
}

/// Returns the error for a task that can't be edited in its state.
Error notEditedIn(const TaskId& id, TaskState state)
{
    const QString name = printable(id, 80);
    switch (state) {
    case TaskState::Leased:
        return {ErrorCode::Refused,
            QStringLiteral("A worker holds the task %1, so it cannot be edited. Release its lease first.").arg(name)};
    case TaskState::Failed:
        return {ErrorCode::Refused,
            QStringLiteral("The task %1 has failed, so it cannot be edited. Retry it first, or add an edited copy.")
                .arg(name)};
    case TaskState::Trash:
        return {ErrorCode::Refused,
            QStringLiteral("The task %1 is in the trash, so it cannot be edited. Restore it first.").arg(name)};
    case TaskState::Scheduled:
    case TaskState::Due:
    case TaskState::Retrying:
        return {ErrorCode::Refused,
            QStringLiteral(
                "The task %1 is %2, and such tasks cannot be edited in this queue. Discard it, and add a new one.")
                .arg(name, QString::fromUtf8(stateName(state)))};
    case TaskState::Done:
        break;
    }
    return {ErrorCode::Refused,
        QStringLiteral("The task %1 is done, so it cannot be edited. Add an edited copy.").arg(name)};
}

/// Returns the error for an edit whose outcome isn't Done.
Error refusal(Backend& backend, const EditRequest& request, EditOutcome outcome)
{
    const QString name = printable(request.seen.id, 80);
    if (outcome == EditOutcome::MovedOn) {
        const auto now = backend.inspector().task(request.queue, exactId(request.seen));
        if (now && !backend.capabilities(request.queue).edits.contains(now->task.state))
            return notEditedIn(request.seen.id, now->task.state);
        if (now) {
            return {ErrorCode::Refused,
                QStringLiteral("The task %1 has changed since it was read. Nothing was changed; read the task again.")
                    .arg(name)};
        }
    }
    if (outcome == EditOutcome::Changed) {
        return {ErrorCode::Refused,
            QStringLiteral("The task %1 has been edited since it was read. Nothing was changed; read the task again.")
                .arg(name)};
    }
    return {
        ErrorCode::NotFound, QStringLiteral("The task %1 no longer exists in %2.").arg(name, printable(request.queue))};
}

Result<EditableTask> read(
    Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo, const QByteArray& revision)
{
    auto detail = backend.inspector().task(queue, id);
    if (!detail)
        return detail.error();
    EditableTask task{std::move(detail).value(), std::nullopt, revision};
    if (task.detail.task.size > wholeUpTo)
        return task;
    auto payload = backend.inspector().payload(queue, id);
    if (!payload)
        return payload.error();
    task.payload = std::move(payload).value();
    return task;
}

} // namespace

Result<> checkExpiry(TimePoint expiresAt, TimePoint dueAt)
{
    if (expiresAt > dueAt)
        return {};
    return Error{ErrorCode::Usage,
        QStringLiteral("The expiry is not after the due time, so the task could never start. Choose a later expiry.")};
}

Result<EditableTask> readForEdit(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo)
{
    if (!backend.editor())
        return readOnly();
    // Read the revision first: if the task changes after that, the edit detects it.
    const auto revision = backend.editor()->revision(queue, id);
    if (!revision)
        return revision.error();
    auto task = read(backend, queue, id, wholeUpTo, *revision);
    if (task && !backend.capabilities(queue).edits.contains(task->detail.task.state))
        return notEditedIn(id, task->detail.task.state);
    return task;
}

Result<EditableTask> readForCopy(Backend& backend, const QueueName& queue, const TaskId& id, qint64 wholeUpTo)
{
    return read(backend, queue, id, wholeUpTo, {});
}

Result<OperationRecord> editTask(Backend& backend, const EditRequest& request)
{
    QueueEditor* editor = backend.editor();
    if (!editor)
        return readOnly();
    if (backend.capabilities(request.queue).edits.isEmpty())
        return editor->revision(request.queue, request.seen.id).error();
    const auto now = backend.serverTime();
    if (!now)
        return now.error();
    OperationRecord record;
    record.id = makeOperationId(request.queue, *now);
    record.kind = "edit";
    record.queue = request.queue;
    record.filter = request.seen.id;
    record.by = request.by;
    record.reason = request.reason;
    record.at = *now;
    record.total = 1;
    record.undoable = backend.capabilities(request.queue).undo;
    // Write the record before the edit, so that the edit can be undone even if this program is killed.
    if (const auto written = editor->record(record); !written)
        return written.error();
    TaskEdit edit;
    edit.queue = request.queue;
    edit.operation = record.id;
    edit.ref = request.seen;
    edit.revision = request.revision;
    edit.payload = request.payload;
    edit.options = request.options;
    const auto outcome = editor->edit(edit);
    const bool done = outcome && *outcome == EditOutcome::Done;
    record.done = done ? 1 : 0;
    record.skipped = done ? 0 : 1;
    record.undoable = record.undoable && done;
    record.finished = true;
    const auto written = editor->record(record);
    if (!outcome)
        return outcome.error();
    if (!done)
        return refusal(backend, request, *outcome);
    if (!written)
        return written.error();
    return record;
}

Result<EditedTask> editAndRetry(Backend& backend, const EditRequest& request)
{
    auto edit = editTask(backend, request);
    if (!edit)
        return edit.error();
    EditedTask done{*std::move(edit), {}};
    // An edit changes the exact name of a task that has no id other than its bytes.
    const QByteArrayView own = ownIdIn(exactId(request.seen));
    const auto task = backend.inspector().task(request.queue, own.isEmpty() ? request.seen.id : own.toByteArray());
    if (!task) {
        done.problem = task.error().message;
        return done;
    }
    OperationRequest retry;
    retry.queue = request.queue;
    retry.selection.kind = TaskSelection::Kind::Refs;
    retry.selection.refs = {refOf(task->task)};
    retry.by = request.by;
    retry.reason = request.reason;
    ShortOperation operation(retry);
    const auto progress = operation.run(backend);
    if (progress && progress->done == 1)
        done.retry = operation.record();
    else
        done.problem = progress ? operation.skipped().summary() : progress.error().message;
    return done;
}

} // namespace dueline
