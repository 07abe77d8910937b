// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositeeditor.h"

namespace dueline {

Result<CompositeEditor::Target> CompositeEditor::to(const QueueName& queue) const
{
    auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    QueueEditor* editor = route->backend->editor();
    if (!editor)
        return m_routes.lacks(*route, QStringLiteral("actions yet; its queues can only be read"));
    return Target{*std::move(route), *editor};
}

Result<std::vector<AddOutcome>> CompositeEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue, way->editor.add(way->route.queue, tasks));
}

Result<std::vector<ItemOutcome>> CompositeEditor::place(
    const QueueName& queue, const OperationId& operation, const std::vector<TaskDetail>& tasks)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue, way->editor.place(way->route.queue, m_routes.inner(way->route, operation), tasks));
}

Result<QByteArray> CompositeEditor::revision(const QueueName& queue, const TaskId& id)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->editor.revision(way->route.queue, id);
}

Result<EditOutcome> CompositeEditor::edit(const TaskEdit& edit)
{
    const auto way = to(edit.queue);
    if (!way)
        return way.error();
    TaskEdit inner = edit;
    inner.queue = way->route.queue;
    inner.operation = m_routes.inner(way->route, edit.operation);
    return noted(edit.queue, way->editor.edit(inner));
}

Result<> CompositeEditor::admits(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const auto way = to(queue);
    return way ? way->editor.admits(way->route.queue, tasks) : way.error();
}

QueueName CompositeEditor::laterPlace(const QueueName& queue) const
{
    const auto way = to(queue);
    return way ? m_routes.nameOf(way->route.layout, way->editor.laterPlace(way->route.queue)) : queue;
}

Millis CompositeEditor::dueUnit(const QueueName& queue) const
{
    const auto way = to(queue);
    return way ? way->editor.dueUnit(way->route.queue) : Millis(1);
}

TaskId CompositeEditor::idFor(const QueueName& queue, const NewTask& task) const
{
    const auto way = to(queue);
    return way ? way->editor.idFor(way->route.queue, task) : task.id;
}

Result<std::vector<ItemOutcome>> CompositeEditor::act(const ActionStep& step)
{
    const auto way = to(step.queue);
    if (!way)
        return way.error();
    ActionStep inner = step;
    inner.queue = way->route.queue;
    inner.operation = m_routes.inner(way->route, step.operation);
    return noted(step.queue, way->editor.act(inner));
}

Result<UndoStep> CompositeEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray& cursor, const UndoTurn& turn)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue,
        way->editor.undo(
            way->route.queue, m_routes.inner(way->route, undone), m_routes.inner(way->route, operation), cursor, turn));
}

BulkEditor* CompositeEditor::bulk(const QueueName& queue)
{
    const auto way = to(queue);
    return way && way->editor.bulk(way->route.queue) ? &m_bulk : nullptr;
}

Result<> CompositeEditor::record(const OperationRecord& record)
{
    const auto way = to(record.queue);
    if (!way)
        return way.error();
    OperationRecord inner = record;
    inner.queue = way->route.queue;
    inner.id = m_routes.inner(way->route, record.id);
    inner.undoes = m_routes.inner(way->route, record.undoes);
    inner.undoneBy = m_routes.inner(way->route, record.undoneBy);
    return way->editor.record(inner);
}

Result<> CompositeEditor::setPaused(const QueueName& queue, bool paused)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue, way->editor.setPaused(way->route.queue, paused));
}

Result<> CompositeEditor::configure(const QueueName& queue, const QueueSettings& settings)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue, way->editor.configure(way->route.queue, settings));
}

Result<> CompositeEditor::removeQueue(const QueueName& queue, bool force)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue, way->editor.removeQueue(way->route.queue, force));
}

Result<ItemOutcome> CompositeEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue, way->editor.cancel(way->route.queue, ref));
}

Result<ItemOutcome> CompositeEditor::release(const QueueName& queue, const TaskRef& ref)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue, way->editor.release(way->route.queue, ref));
}

Result<ItemOutcome> CompositeEditor::extend(const QueueName& queue, const TaskRef& ref, Millis leaseFor)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return noted(queue, way->editor.extend(way->route.queue, ref, leaseFor));
}

} // namespace dueline
