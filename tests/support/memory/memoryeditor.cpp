// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memoryeditor.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"
#include "tests/support/memory/memoryactions.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 maxPayload = 512LL * 1024 * 1024;

/// Checks whether the holder of `record` may write it. Errors: Busy if another operator is running the operation;
/// Refused if the operation was undone, or finished by another operator.
Result<> checkHolder(const MemoryQueue& queue, const OperationRecord& record, TimePoint now)
{
    const auto known = queue.operations.find(record.id);
    if (known == queue.operations.end())
        return {};
    const OperationRecord& there = known->second;
    const auto held = queue.heldUntil.find(record.id);
    const bool isOthers = there.holder != record.holder;
    if (isOthers && !there.holder.isEmpty() && !there.finished && held != queue.heldUntil.end() && held->second > now) {
        return Error{ErrorCode::Busy,
            QStringLiteral("The operation %1 is being run by %2.").arg(printable(record.id), printable(there.holder))};
    }
    if (!there.undoneBy.isEmpty() || (there.finished && isOthers)) {
        return Error{ErrorCode::Refused,
            QStringLiteral("The operation %1 was ended or undone by another client.").arg(printable(record.id))};
    }
    return {};
}

} // namespace

MemoryEditor::MemoryEditor(std::shared_ptr<MemoryStore> store)
    : m_store(std::move(store))
{ }

Result<std::vector<AddOutcome>> MemoryEditor::add(const QueueName& name, const std::vector<NewTask>& tasks)
{
    if (const auto checked = checkQueueName(name); !checked)
        return checked.error();
    for (const NewTask& task : tasks) {
        if (const auto checked = checkType(typeOf(task.id)); !checked)
            return checked.error();
        if (const auto checked = task.unique ? checkUniqueKey(*task.unique) : Result<>(); !checked)
            return checked.error();
        if (const auto checked = checkPriority(task, 0, "memory"); !checked)
            return checked.error();
        if (task.payload.size() > maxPayload) {
            return Error{ErrorCode::Refused,
                QStringLiteral("The payload of \"%1\" exceeds 512 MiB, the maximum size of a Redis value.")
                    .arg(printable(task.id))};
        }
    }
    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    MemoryQueue& queue = m_store->queues[name];
    const auto head = queue.head();
    std::optional<TimePoint> nearest;
    std::vector<AddOutcome> outcomes;
    for (const NewTask& task : tasks) {
        if (const MemoryTask* there = queue.find(task.id)) {
            const bool same = there->payload == task.payload && there->options == task.options;
            outcomes.push_back(same ? AddOutcome::Exists : AddOutcome::Conflict);
            continue;
        }
        if (task.unique && queue.holderOf(task.unique->key, now)) {
            outcomes.push_back(AddOutcome::Exists);
            continue;
        }
        if (task.unique)
            queue.uniqueKeys[task.unique->key] = {task.id, now + task.unique->holdFor};
        MemoryTask made = taskFrom(task, now);
        nearest = std::min(nearest.value_or(made.at), made.at);
        queue.insert(std::move(made));
        ++queue.statistics(now).added;
        outcomes.push_back(AddOutcome::Added);
    }
    if (nearest)
        m_store->wake(name, head, *nearest);
    return outcomes;
}

Result<std::vector<ItemOutcome>> MemoryEditor::place(
    const QueueName& name, const OperationId& operation, const std::vector<TaskDetail>& tasks)
{
    if (tasks.size() > maxStep)
        return Error{ErrorCode::Usage, QStringLiteral("At most 100 tasks can be placed in one call.")};
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    std::vector<ItemOutcome> outcomes(tasks.size(), ItemOutcome::NotFound);
    if (!queue)
        return outcomes;
    const auto headBefore = queue->head();
    const TimePoint now = m_store->now(); // all parts of this call use the same time
    std::set<TaskId> given;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        outcomes[i]
            = given.insert(tasks[i].task.id).second ? placeOne(*queue, operation, tasks[i], now) : ItemOutcome::MovedOn;
    }
    const auto headAfter = queue->head();
    if (headAfter && headAfter != headBefore)
        m_store->wake(name, headBefore, *headAfter);
    return outcomes;
}

Result<QByteArray> MemoryEditor::revision(const QueueName& name, const TaskId& id)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(name);
    const MemoryTask* task = queue ? queue->find(id) : nullptr;
    if (!task)
        return taskNotFound(name, id);
    return revisionOf(*task);
}

Result<EditOutcome> MemoryEditor::edit(const TaskEdit& edit)
{
    if (const auto checked = checkEdit(edit); !checked)
        return checked.error();
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(edit.queue);
    return queue ? editOne(*queue, edit, m_store->now()) : EditOutcome::NotFound;
}

Result<std::vector<ItemOutcome>> MemoryEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, portwords::stepIsTooLong()};
    if (step.action.setsDue() && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, portwords::dueTimesAreMissing()};

    const auto lock = m_store->lock();
    const TimePoint now = m_store->now();
    MemoryQueue* queue = m_store->find(step.queue);
    std::vector<ItemOutcome> outcomes;
    if (!queue) {
        outcomes.assign(step.refs.size(), ItemOutcome::NotFound);
        return outcomes;
    }
    const auto headBefore = queue->head();
    std::set<TaskId> given;
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        if (!given.insert(step.refs[i].id).second) {
            outcomes.push_back(ItemOutcome::MovedOn);
            continue;
        }
        const TimePoint newDue = i < step.newDue.size() ? step.newDue[i] : now;
        outcomes.push_back(actOn(*queue, step.action, step.operation, step.refs[i], newDue, now));
    }
    const auto headAfter = queue->head();
    if (headAfter && headAfter != headBefore)
        m_store->wake(step.queue, headBefore, *headAfter);
    return outcomes;
}

Result<UndoStep> MemoryEditor::undo(const QueueName& name, const OperationId& undone, const OperationId& operation,
    const QByteArray& cursor, const UndoTurn& turn)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    if (!queue || !queue->operations.contains(undone)) {
        return Error{ErrorCode::NotFound, portwords::noOperation(printable(undone))};
    }
    if (turn.limit == 0)
        return UndoStep();
    const auto headBefore = queue->head();
    const UndoStep step = undoStep(*queue, undone, operation, cursor, m_store->now());
    const auto headAfter = queue->head();
    if (headAfter && headAfter != headBefore)
        m_store->wake(name, headBefore, *headAfter);
    return step;
}

Result<> MemoryEditor::record(const OperationRecord& record)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(record.queue);
    if (!queue)
        return queueNotFound(record.queue);
    if (record.holdFor) {
        if (const auto mine = checkHolder(*queue, record, m_store->now()); !mine)
            return mine;
        queue->heldUntil[record.id] = *record.holdFor > Millis(0) ? m_store->now() + *record.holdFor : TimePoint();
    }
    OperationRecord& kept = queue->operations[record.id];
    const OperationRecord earlier = kept;
    kept = record;
    kept.holdFor.reset();
    if (!record.holdFor)
        kept.holder = earlier.holder;
    kept.at = earlier.id.isEmpty() ? m_store->now() : earlier.at;
    if (kept.undoneBy.isEmpty())
        kept.undoneBy = earlier.undoneBy;
    const auto undone = queue->operations.find(record.undoes);
    if (record.finished && !earlier.finished && undone != queue->operations.end())
        undone->second.undoneBy = record.id;
    return {};
}

Result<> MemoryEditor::setPaused(const QueueName& name, bool paused)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return queueNotFound(name);
    queue->paused = paused;
    if (const auto head = queue->head(); head && !paused)
        m_store->wake(name, std::nullopt, *head);
    return {};
}

Result<> MemoryEditor::configure(const QueueName& name, const QueueSettings& settings)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return queueNotFound(name);
    queue->settings = settings;
    return {};
}

Result<> MemoryEditor::removeQueue(const QueueName& name, bool force)
{
    const auto lock = m_store->lock();
    const MemoryQueue* queue = m_store->find(name);
    if (!queue)
        return queueNotFound(name);
    if (!queue->column(MemoryColumn::Leased).empty() && !force) {
        return Error{ErrorCode::Refused,
            QStringLiteral("Workers hold leases in the queue \"%1\"; pause the queue and let the workers finish, "
                           "or force the deletion.")
                .arg(printable(name))};
    }
    m_store->queues.erase(name);
    return {};
}

Result<ItemOutcome> MemoryEditor::cancel(const QueueName& name, const TaskRef& ref)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    if (!queue || !queue->find(ref.id))
        return ItemOutcome::NotFound;
    MemoryTask* task = queue->findLease(ref.id, ref.seenToken);
    if (!task)
        return ItemOutcome::MovedOn;
    task->cancelRequested = true;
    m_store->publish({QueueEvent::Kind::Cancel, name, ref.id});
    return ItemOutcome::Done;
}

Result<ItemOutcome> MemoryEditor::release(const QueueName& name, const TaskRef& ref)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    if (!queue || !queue->find(ref.id))
        return ItemOutcome::NotFound;
    MemoryTask* task = queue->findLease(ref.id, ref.seenToken);
    if (!task)
        return ItemOutcome::MovedOn;
    const auto head = queue->head();
    queue->move(*task, MemoryColumn::Retry, m_store->now());
    m_store->wake(name, head, m_store->now());
    return ItemOutcome::Done;
}

Result<ItemOutcome> MemoryEditor::extend(const QueueName& name, const TaskRef& ref, Millis leaseFor)
{
    const auto lock = m_store->lock();
    MemoryQueue* queue = m_store->find(name);
    if (!queue || !queue->find(ref.id))
        return ItemOutcome::NotFound;
    MemoryTask* task = queue->findLease(ref.id, ref.seenToken);
    if (!task)
        return ItemOutcome::MovedOn;
    queue->move(*task, MemoryColumn::Leased, m_store->now() + leaseFor);
    return ItemOutcome::Done;
}

} // namespace dueline
