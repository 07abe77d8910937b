// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/describededitor.h"
#include "core/layouts/described/runqueues.h"

namespace dueline {

/// Editor for the queues of a layout file with a `[run]` table. Passes each task of a step to the editor for the file's
/// keys or the one for claimed tasks (see RunQueue). Both editors record the operation, so that each can undo its part.
class RunEditor : public QueueEditor
{
public:
    RunEditor(RunQueues& queues, DescribedEditor& described)
        : m_queues(queues)
        , m_described(described)
    { }

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_described.add(queue, tasks);
    }
    TaskId idFor(const QueueName& queue, const NewTask& task) const override { return m_described.idFor(queue, task); }
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_described.admits(queue, tasks);
    }
    Result<std::optional<std::vector<AddOutcome>>> foreseeAdd(
        const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_described.foreseeAdd(queue, tasks);
    }
    QueueName laterPlace(const QueueName& queue) const override { return m_described.laterPlace(queue); }
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    Result<> record(const OperationRecord& record) override;
    Result<> setPaused(const QueueName& queue, bool paused) override;
    Result<> configure(const QueueName& queue, const QueueSettings& settings) override;
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;

private:
    /// Returns the native queue with a queue's claimed tasks, creating it if it doesn't exist. Errors: NotFound.
    Result<RunQueue*> made(const QueueName& queue);

    RunQueues& m_queues;
    DescribedEditor& m_described;
};

} // namespace dueline
