// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memoryactions.h"

#include <QCryptographicHash>

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 undoStepSize = 100;

/// Returns the state that undo and restore reinstate. A lease can't be reinstated, because its former holder wouldn't
/// be notified.
MemoryBefore rememberBefore(const MemoryTask& task, const OperationId& operation, TimePoint now)
{
    MemoryBefore before;
    before.operation = operation;
    before.when = now;
    const bool leased = task.column == MemoryColumn::Leased;
    before.column = leased ? MemoryColumn::Retry : task.column;
    before.at = leased ? now : task.at;
    before.attempts = task.attempts;
    before.expiries = task.expiries;
    before.fenceAfter = task.fence;
    return before;
}

/// Returns whether the task hasn't run since the action in `before`: it wasn't leased, or its lease was returned
/// without counting an attempt. A task that was first leased after the action always counts as changed.
bool isWhereLeft(const MemoryTask& task, const MemoryBefore& before)
{
    const bool unspent = task.attempts == 0 && before.column != MemoryColumn::Pending;
    return task.column == before.columnAfter && (task.fence == before.fenceAfter || unspent);
}

/// Returns whether a task is as an edit left it, although a later operation has been undone since.
bool isAsEdited(const MemoryTask& task, const MemoryEdit& edit)
{
    return !task.before && task.column == edit.column && task.at == edit.at && task.fence == edit.fence
        && revisionOf(task) == edit.revisionAfter;
}

void setContent(MemoryTask& task, const MemoryContent& content)
{
    task.options = content.options;
    task.payload = content.payload;
    task.startBefore = content.startBefore;
}

void restore(MemoryQueue& queue, MemoryTask& task, TimePoint now)
{
    const auto was = task.before;
    if (was && was->columnAfter == MemoryColumn::Trash)
        queue.move(task, was->column, was->at);
    // The task's previous state is unknown, so restore it as a retry. That way, its fence keeps increasing.
    else
        queue.move(task, MemoryColumn::Retry, now);
}

void apply(MemoryQueue& queue, MemoryTask& task, const Action& action, TimePoint newDue, TimePoint now)
{
    const bool leased = task.column == MemoryColumn::Leased;
    // A waiting task that is already overdue keeps its position in the queue.
    const TimePoint atOnce = task.column == MemoryColumn::Retry ? std::min(task.at, now) : now;
    switch (action.kind) {
    case ActionKind::Retry:
        if (task.column == MemoryColumn::Failed) {
            task.attempts = 0;
            task.expiries = 0;
        }
        queue.move(task, MemoryColumn::Retry, action.setsDue() ? newDue : atOnce);
        break;
    case ActionKind::RunNow:
        queue.move(task, leased ? MemoryColumn::Retry : task.column, atOnce);
        break;
    case ActionKind::Reschedule:
        queue.move(task, task.column, newDue);
        break;
    case ActionKind::Discard:
        ++queue.statistics(now).trashed;
        queue.move(task, MemoryColumn::Trash, now);
        break;
    case ActionKind::Restore:
        restore(queue, task, now);
        break;
    case ActionKind::Delete:
        queue.erase(task.id);
        break;
    }
}

} // namespace

ItemOutcome actOn(MemoryQueue& queue, const Action& action, const OperationId& operation, const TaskRef& ref,
    TimePoint newDue, TimePoint now)
{
    MemoryTask* task = queue.find(ref.id);
    if (!task)
        return ItemOutcome::NotFound;
    if (action.kind != ActionKind::Delete && task->before && task->before->operation == operation)
        return isWhereLeft(*task, *task->before) ? ItemOutcome::Done : ItemOutcome::MovedOn;
    const bool asSeen = task->column == columnOf(ref.seenState)
        && (task->column != MemoryColumn::Leased || task->token == ref.seenToken);
    if (!asSeen)
        return ItemOutcome::MovedOn;
    if (!applicableStates(action.kind, action.force).contains(stateOf(*task, now)))
        return ItemOutcome::Refused;
    const bool isParked = task->column == MemoryColumn::Pending && task->at == parkedUntil;
    if (isParked && keepsParked(action.kind))
        return ItemOutcome::Refused;

    MemoryBefore before = rememberBefore(*task, operation, now);
    apply(queue, *task, action, newDue, now);
    if (action.kind != ActionKind::Delete) {
        before.columnAfter = task->column;
        task->before = before;
    }
    return ItemOutcome::Done;
}

QByteArray revisionOf(const MemoryTask& task)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    const TaskOptions& options = task.options;
    hash.addData(QByteArray::number(options.maxAttempts.value_or(0)) + ' '
        + (options.backoff ? formatBackoff(*options.backoff).toUtf8() : QByteArray("-")) + ' '
        + QByteArray::number(qint64(options.leaseFor.value_or(Millis(0)).count())) + ' '
        + (options.expiresAt ? QByteArray::number(toMs(*options.expiresAt)) : QByteArray("-")) + ' '
        + (options.keepResult ? '1' : '0') + '\n');
    hash.addData(task.payload);
    return hash.result().toHex();
}

EditOutcome editOne(MemoryQueue& queue, const TaskEdit& edit, TimePoint now)
{
    MemoryTask* task = queue.find(edit.ref.id);
    if (!task)
        return EditOutcome::NotFound;
    if (task->before && task->before->operation == edit.operation)
        return isWhereLeft(*task, *task->before) ? EditOutcome::Done : EditOutcome::MovedOn;
    if (task->column != columnOf(edit.ref.seenState))
        return EditOutcome::MovedOn;
    if (revisionOf(*task) != edit.revision)
        return EditOutcome::Changed;
    MemoryBefore before = rememberBefore(*task, edit.operation, now);
    before.columnAfter = task->column;
    before.held = MemoryContent{task->options, task->payload, task->startBefore};
    if (edit.payload)
        task->payload = *edit.payload;
    if (edit.options) {
        if (edit.options->expiresAt != task->options.expiresAt)
            task->startBefore = edit.options->expiresAt;
        task->options = *edit.options;
    }
    task->before = before;
    queue.edits[edit.operation] = {task->id, *before.held, revisionOf(*task), task->column, task->at, task->fence};
    return EditOutcome::Done;
}

ItemOutcome placeOne(MemoryQueue& queue, const OperationId& operation, const TaskDetail& placed, TimePoint now)
{
    const auto columnFor = [&](TaskState state) {
        const MemoryColumn column = columnOf(state);
        const bool wasLeased = std::max<qint64>(placed.fence, placed.task.attempt) > 0;
        return column == MemoryColumn::Leased || (column == MemoryColumn::Pending && wasLeased) ? MemoryColumn::Retry
                                                                                                : column;
    };
    MemoryTask* task = queue.find(placed.task.id);
    if (!task)
        return ItemOutcome::NotFound;
    const MemoryColumn column = columnFor(placed.task.state);
    const bool mine = task->before && task->before->operation == operation;
    if (task->column != MemoryColumn::Pending || task->at != parkedUntil || mine) {
        const bool there = task->column == column && task->at == placed.task.at;
        return there && (mine || column == MemoryColumn::Trash) ? ItemOutcome::Done : ItemOutcome::MovedOn;
    }
    const bool done = column == MemoryColumn::Done;
    task->attempts = std::max(placed.task.attempt, 0);
    task->fence = done ? 0 : std::max<qint64>(placed.fence, task->attempts);
    task->expiries = done ? 0 : std::max(placed.expiries, 0);
    if (task->fence > 0)
        task->firstDue = placed.firstDue ? placed.firstDue : placed.task.dueAt;
    task->history = placed.attempts;
    if (done)
        task->result = placed.result;
    MemoryBefore before;
    before.operation = operation;
    before.when = now;
    before.column = MemoryColumn::Trash;
    before.at = now;
    before.attempts = task->attempts;
    before.expiries = task->expiries;
    before.fenceAfter = task->fence;
    before.columnAfter = column;
    task->before.reset();
    queue.move(*task, column, placed.task.at);
    if (column != MemoryColumn::Trash) { // undo moves the task to the trash
        task->before = before;
    } else if (placed.restoresTo) { // restore moves the task back; undo leaves it unchanged
        before.operation.clear();
        before.column = columnFor(placed.restoresTo->state);
        before.at = placed.restoresTo->at;
        task->before = before;
    }
    return ItemOutcome::Done;
}

UndoStep undoStep(MemoryQueue& queue, const OperationId& undone, const OperationId& operation, const QByteArray& cursor,
    TimePoint now)
{
    const bool inTime = queue.operations.at(undone).at > now - queue.settings.keepUndo;
    std::vector<TaskId> ids;
    UndoStep step;
    if (const auto edit = queue.edits.find(undone); edit != queue.edits.end() && inTime) {
        if (MemoryTask* task = queue.find(edit->second.id); task && isAsEdited(*task, edit->second)) {
            setContent(*task, edit->second.held);
            queue.edits.erase(edit);
            step.restored = 1;
            return step;
        }
    }
    for (const auto& [id, task] : queue.tasks()) {
        if (id <= cursor || !task.before || task.before->operation != undone)
            continue;
        if (qint64(ids.size()) == undoStepSize) {
            step.cursor = ids.back();
            break;
        }
        ids.push_back(id);
    }
    for (const TaskId& id : ids) {
        MemoryTask& task = *queue.find(id);
        const MemoryBefore before = *task.before;
        if (!inTime || !isWhereLeft(task, before)) {
            ++step.movedOn;
            continue;
        }
        const MemoryBefore place = rememberBefore(task, operation, now);
        task.attempts = before.attempts;
        task.expiries = before.expiries;
        if (before.held) {
            setContent(task, *before.held);
            queue.edits.erase(undone);
        }
        queue.move(task, before.column, before.at);
        task.before.reset();
        if (task.column == MemoryColumn::Trash) { // keep the previous state, so that the task can be restored later
            task.before = place;
            task.before->columnAfter = task.column;
        }
        ++step.restored;
    }
    return step;
}

} // namespace dueline
