// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/memory/memorystore.h"

namespace dueline {

/// Editor for the in-memory reference layout.
class MemoryEditor : public QueueEditor
{
public:
    explicit MemoryEditor(std::shared_ptr<MemoryStore> store);

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks) override;
    Result<QByteArray> revision(const QueueName& queue, const TaskId& id) override;
    Result<EditOutcome> edit(const TaskEdit& edit) override;
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

private:
    std::shared_ptr<MemoryStore> m_store;
};

} // namespace dueline
