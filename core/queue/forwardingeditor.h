// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueeditor.h"

namespace dueline {

/// Editor that forwards every call to an inner editor. Subclasses override the calls that they change.
class ForwardingEditor : public QueueEditor
{
public:
    explicit ForwardingEditor(QueueEditor& inner)
        : m_inner(inner)
    { }

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_inner.add(queue, tasks);
    }
    Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks) override
    {
        return m_inner.place(queue, operation, tasks);
    }
    Result<QByteArray> revision(const QueueName& queue, const TaskId& id) override
    {
        return m_inner.revision(queue, id);
    }
    Result<EditOutcome> edit(const TaskEdit& edit) override { return m_inner.edit(edit); }
    TaskId idFor(const QueueName& queue, const NewTask& task) const override { return m_inner.idFor(queue, task); }
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override
    {
        return m_inner.admits(queue, tasks);
    }
    QueueName laterPlace(const QueueName& queue) const override { return m_inner.laterPlace(queue); }
    Millis dueUnit(const QueueName& queue) const override { return m_inner.dueUnit(queue); }
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override { return m_inner.act(step); }
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override
    {
        return m_inner.undo(queue, undone, operation, cursor, turn);
    }
    BulkEditor* bulk(const QueueName& queue) override { return m_inner.bulk(queue); }
    Result<> record(const OperationRecord& record) override { return m_inner.record(record); }
    Result<> setPaused(const QueueName& queue, bool paused) override { return m_inner.setPaused(queue, paused); }
    Result<> configure(const QueueName& queue, const QueueSettings& settings) override
    {
        return m_inner.configure(queue, settings);
    }
    Result<> removeQueue(const QueueName& queue, bool force) override { return m_inner.removeQueue(queue, force); }
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override
    {
        return m_inner.cancel(queue, ref);
    }
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override
    {
        return m_inner.release(queue, ref);
    }
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override
    {
        return m_inner.extend(queue, ref, leaseFor);
    }

protected:
    QueueEditor& inner() const { return m_inner; }

private:
    QueueEditor& m_inner;
};

} // namespace dueline
