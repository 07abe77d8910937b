// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/actedqueues.h"
#include "core/layouts/catalogue/composite/compositebulk.h"

namespace dueline {

/// Editor that forwards changes to each queue's layout. Returns an error if the layout has no editor.
class CompositeEditor : public QueueEditor
{
public:
    /// Creates an editor. `acted`: receives the name of each changed queue.
    CompositeEditor(const CompositeRoutes& routes, ActedQueues& acted)
        : m_routes(routes)
        , m_acted(acted)
        , m_bulk(routes, acted)
    { }

    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks) override;
    Result<QByteArray> revision(const QueueName& queue, const TaskId& id) override;
    Result<EditOutcome> edit(const TaskEdit& edit) override;
    Result<> admits(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    QueueName laterPlace(const QueueName& queue) const override;
    Millis dueUnit(const QueueName& queue) const override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    BulkEditor* bulk(const QueueName& queue) override;
    Result<> record(const OperationRecord& record) override;
    Result<> setPaused(const QueueName& queue, bool paused) override;
    Result<> configure(const QueueName& queue, const QueueSettings& settings) override;
    Result<> removeQueue(const QueueName& queue, bool force) override;
    Result<ItemOutcome> cancel(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> release(const QueueName& queue, const TaskRef& ref) override;
    Result<ItemOutcome> extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor) override;

private:
    struct Target
    {
        CompositeRoutes::Route route;
        QueueEditor& editor;
    };
    Result<Target> to(const QueueName& queue) const;

    /// Records the queue and returns the outcome. Records the queue even if the call failed: the change may have been
    /// made, and only the reply lost.
    template <typename Outcome> Outcome noted(const QueueName& queue, Outcome outcome)
    {
        m_acted.note(queue);
        return outcome;
    }

    const CompositeRoutes& m_routes;
    ActedQueues& m_acted;
    CompositeBulk m_bulk;
};

} // namespace dueline
