// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositebroker.h"

#include <algorithm>

namespace dueline {

Result<CompositeBroker::Target> CompositeBroker::to(const QueueName& queue) const
{
    auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    TaskBroker* broker = route->backend->broker();
    if (!broker)
        return m_routes.lacks(*route, QStringLiteral("leases: Dueline's worker never runs its tasks"));
    return Target{std::move(route->queue), *broker};
}

Result<Claim> CompositeBroker::claim(const ClaimRequest& request)
{
    const auto way = to(request.queue);
    if (!way)
        return way.error();
    ClaimRequest inner = request;
    inner.queue = way->queue;
    return way->broker.claim(inner);
}

Result<std::vector<TaskLoad>> CompositeBroker::load(const QueueName& queue, const std::vector<Lease>& leases)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->broker.load(way->queue, leases);
}

Result<std::vector<WriteOutcome>> CompositeBroker::ack(
    const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->broker.ack(way->queue, acks, results);
}

Result<std::vector<WriteOutcome>> CompositeBroker::nack(
    const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->broker.nack(way->queue, nacks, results);
}

Result<std::vector<WriteOutcome>> CompositeBroker::release(const QueueName& queue, const std::vector<Lease>& leases)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->broker.release(way->queue, leases);
}

Result<std::vector<ExtendOutcome::Value>> CompositeBroker::extend(
    const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->broker.extend(way->queue, leases, leaseFor);
}

Result<Recovered> CompositeBroker::recover(const QueueName& queue, int limit)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->broker.recover(way->queue, limit);
}

Result<> CompositeBroker::quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->broker.quarantine(way->queue, leases, reason);
}

Result<> CompositeBroker::beat(const WorkerInfo& worker, Millis leaseFor, bool leaving)
{
    std::vector<std::vector<QueueName>> queues(m_routes.children().size());
    for (const QueueName& queue : worker.queues) {
        const auto route = m_routes.to(queue);
        if (!route)
            return route.error();
        queues.resize(std::max(queues.size(), route->layout + 1)); // the layout may have only just been opened
        queues[route->layout].push_back(route->queue);
    }
    for (std::size_t layout = 0; layout < queues.size(); ++layout) {
        const auto& child = m_routes.children()[layout];
        TaskBroker* broker = child.backend ? child.backend->broker() : nullptr;
        if (!broker || (queues[layout].empty() && !worker.queues.empty()))
            continue;
        WorkerInfo part = worker;
        part.queues = std::move(queues[layout]);
        if (const auto told = broker->beat(part, leaseFor, leaving); !told)
            return told;
    }
    return {};
}

Result<bool> CompositeBroker::sweep(const QueueName& queue)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->broker.sweep(way->queue);
}

} // namespace dueline
