// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositebulk.h"

namespace dueline {

Result<CompositeBulk::Target> CompositeBulk::to(const QueueName& queue) const
{
    auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    QueueEditor* editor = route->backend->editor();
    BulkEditor* bulk = editor ? editor->bulk(route->queue) : nullptr;
    if (!bulk)
        return m_routes.lacks(*route, QStringLiteral("lists of operations"));
    return Target{*std::move(route), *bulk};
}

Result<BulkTaken> CompositeBulk::gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->bulk.gather(way->route.queue, m_routes.inner(way->route, operation), walk);
}

Result<qint64> CompositeBulk::count(const QueueName& queue, const BulkWalk& walk)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->bulk.count(way->route.queue, walk);
}

Result<> CompositeBulk::put(
    const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs, Millis keep)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->bulk.put(way->route.queue, m_routes.inner(way->route, operation), refs, keep);
}

Result<BulkState> CompositeBulk::act(const BulkStep& step)
{
    const auto way = to(step.queue);
    if (!way)
        return way.error();
    BulkStep inner = step;
    inner.queue = way->route.queue;
    inner.operation = m_routes.inner(way->route, step.operation);
    auto state = way->bulk.act(inner);
    m_acted.note(step.queue);
    return state;
}

Result<> CompositeBulk::drop(const QueueName& queue, const OperationId& operation)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->bulk.drop(way->route.queue, m_routes.inner(way->route, operation));
}

Result<> CompositeBulk::ask(const QueueName& queue, const OperationId& operation, const QByteArray& what)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->bulk.ask(way->route.queue, m_routes.inner(way->route, operation), what);
}

} // namespace dueline
