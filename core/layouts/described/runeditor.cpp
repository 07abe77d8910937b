// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/runeditor.h"

#include "core/base/text.h"

namespace dueline {

namespace {

constexpr QByteArrayView claimedTurn = "run "; ///< prefix of a native queue's undo cursor

/// Returns whether a task in this state is in the native queue. Discarded tasks may also be in the described queue's
/// trash.
bool isClaimed(TaskState state)
{
    return StateSet{TaskState::Leased, TaskState::Retrying, TaskState::Failed, TaskState::Done}.contains(state);
}

/// Returns a step with only the tasks at these indexes.
ActionStep partOf(const ActionStep& step, const std::vector<std::size_t>& tasks)
{
    ActionStep part = step;
    part.refs.clear();
    part.newDue.clear();
    for (const std::size_t i : tasks) {
        part.refs.push_back(step.refs[i]);
        if (i < step.newDue.size())
            part.newDue.push_back(step.newDue[i]);
    }
    return part;
}

} // namespace

Result<RunQueue*> RunEditor::made(const QueueName& queue)
{
    RunQueue* run = m_queues.of(queue);
    if (!run)
        return Error{ErrorCode::NotFound, QStringLiteral("There is no queue \"%1\".").arg(printable(queue))};
    if (const auto listed = m_queues.enlist(queue); !listed)
        return listed.error();
    if (const auto there = run->make(); !there)
        return there.error();
    return run;
}

Result<std::vector<ItemOutcome>> RunEditor::act(const ActionStep& step)
{
    const auto run = m_queues.listed(step.queue);
    if (!run)
        return run.error();
    std::vector<std::size_t> waiting;
    std::vector<std::size_t> claimed;
    for (std::size_t i = 0; i < step.refs.size(); ++i)
        (isClaimed(step.refs[i].seenState) ? claimed : waiting).push_back(i);
    if (step.refs.size() > maxStep || !*run)
        return m_described.act(step); // the step is too long; this call reports the error
    std::vector<ItemOutcome> outcomes(step.refs.size(), ItemOutcome::NotFound);
    if (!waiting.empty()) {
        const auto acted = m_described.act(partOf(step, waiting));
        if (!acted)
            return acted;
        for (std::size_t k = 0; k < waiting.size(); ++k) {
            outcomes[waiting[k]] = (*acted)[k];
            if (step.refs[waiting[k]].seenState == TaskState::Trash && (*acted)[k] == ItemOutcome::NotFound)
                claimed.push_back(waiting[k]);
        }
    }
    if (!claimed.empty()) {
        const auto acted = (*run)->editor.act(partOf(step, claimed));
        if (!acted)
            return acted;
        for (std::size_t k = 0; k < claimed.size(); ++k)
            outcomes[claimed[k]] = (*acted)[k];
    }
    return outcomes;
}

Result<UndoStep> RunEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray& cursor, const UndoTurn& turn)
{
    const auto run = m_queues.listed(queue);
    if (!run)
        return run.error();
    if (!*run || !cursor.startsWith(claimedTurn)) {
        auto step = m_described.undo(queue, undone, operation, cursor, turn);
        if (step && *run && step->cursor.isEmpty() && turn.limit > 0)
            step->cursor = claimedTurn.toByteArray();
        return step;
    }
    auto step = (*run)->editor.undo(queue, undone, operation, cursor.mid(claimedTurn.size()), turn);
    if (!step && step.error().code == ErrorCode::NotFound)
        return UndoStep(); // the operation changed no claimed tasks
    if (step && !step->cursor.isEmpty())
        step->cursor.prepend(claimedTurn.data(), claimedTurn.size());
    if (step)
        step->restoredInAll.reset(); // this number doesn't include the tasks in the file's keys
    return step;
}

Result<> RunEditor::record(const OperationRecord& record)
{
    if (auto recorded = m_described.record(record); !recorded)
        return recorded;
    const auto run = m_queues.listed(record.queue);
    if (!run)
        return run.error();
    const auto recorded = *run ? (*run)->editor.record(record) : Result<>();
    return recorded || recorded.error().code == ErrorCode::NotFound ? Result<>() : recorded;
}

Result<> RunEditor::setPaused(const QueueName& queue, bool paused)
{
    const auto run = made(queue);
    return run ? (*run)->editor.setPaused(queue, paused) : run.error();
}

Result<> RunEditor::configure(const QueueName& queue, const QueueSettings& settings)
{
    const auto run = made(queue);
    return run ? (*run)->editor.configure(queue, settings) : run.error();
}

Result<ItemOutcome> RunEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    RunQueue* run = m_queues.of(queue);
    return run ? run->editor.cancel(queue, ref) : m_described.cancel(queue, ref);
}

Result<ItemOutcome> RunEditor::release(const QueueName& queue, const TaskRef& ref)
{
    RunQueue* run = m_queues.of(queue);
    return run ? run->editor.release(queue, ref) : m_described.release(queue, ref);
}

Result<ItemOutcome> RunEditor::extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor)
{
    RunQueue* run = m_queues.of(queue);
    return run ? run->editor.extend(queue, ref, leaseFor) : m_described.extend(queue, ref, leaseFor);
}

} // namespace dueline
