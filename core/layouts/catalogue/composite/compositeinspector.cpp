// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositeinspector.h"

#include <algorithm>

namespace dueline {

QByteArray CompositeInspector::shownLayout(std::size_t layout) const
{
    const LayoutNames& names = m_routes.names();
    return names.finds() && layout == names.native() ? QByteArray() : names.id(layout);
}

QueueInfo CompositeInspector::unreadable(std::size_t layout, const Error& error) const
{
    QueueInfo info;
    info.name = m_routes.names().spelledName({layout, m_routes.children()[layout].only});
    info.layout = shownLayout(layout);
    info.unreadable = error.message.toUtf8();
    info.forbidden = error.code == ErrorCode::Permission;
    return info;
}

/// Opens the layouts found since the last call.
Result<> CompositeInspector::catchUp()
{
    if (!m_finder)
        return {};
    if (const auto begun = m_finder->begin(); !begun)
        return begun;
    m_routes.open(m_finder->layouts());
    return {};
}

/// Divides a refresh's count budget among the layouts: first for requested or changed queues, then in proportion to
/// each layout's number of queues.
void CompositeInspector::divideCounts()
{
    if (!m_pace)
        return;
    std::map<std::size_t, CountBudget> paces;
    std::size_t all = 0;
    for (std::size_t layout = 0; layout < m_routes.children().size(); ++layout) {
        paces[layout].most = 0;
        all += 1 + m_lengths[layout];
    }
    std::vector<QueueName> wanted = m_pace->first;
    for (QueueName& queue : m_acted.take())
        wanted.push_back(std::move(queue));
    for (const QueueName& queue : wanted) {
        if (auto route = m_routes.to(queue))
            paces[route->layout].first.push_back(std::move(route->queue));
    }
    const std::size_t rest = m_pace->most - std::min(m_pace->most, wanted.size());
    for (auto& [layout, pace] : paces) {
        pace.most = pace.first.size() + std::max<std::size_t>(1, rest * (1 + m_lengths[layout]) / all);
        if (const auto& child = m_routes.children()[layout]; child.backend)
            child.backend->inspector().paceCounts(pace);
    }
}

Result<std::vector<QueueInfo>> CompositeInspector::queues()
{
    if (const auto caught = catchUp(); !caught)
        return caught.error();
    divideCounts();
    std::vector<QueueInfo> all;
    std::vector<QueueInfo> forbidden;
    std::optional<Error> first;
    bool any = false;
    for (const std::size_t layout : m_routes.shown()) {
        const CompositeRoutes::Child& child = m_routes.children()[layout];
        auto some
            = child.backend ? child.backend->inspector().queues() : Result<std::vector<QueueInfo>>(*child.failure);
        if (!some && endsReading(some.error().code))
            return some;
        if (!some) {
            // The native layout is always opened; other layouts are opened only if their keys were found.
            const bool isHidden
                = m_finder && layout == m_routes.names().native() && some.error().code == ErrorCode::Permission;
            (isHidden ? forbidden : all).push_back(unreadable(layout, some.error()));
            if (!first)
                first = some.error();
            continue;
        }
        any = true;
        m_lengths[layout] = some->size() + (child.backend ? child.backend->inspector().waitingQueues() : 0);
        for (QueueInfo& info : *some) {
            info.name = m_routes.nameOf(layout, info.name);
            info.layout = shownLayout(layout);
            all.push_back(std::move(info));
        }
    }
    if (!any && first)
        return *first;
    if (all.empty())
        all = std::move(forbidden);
    return all;
}

Result<QueueInfo> CompositeInspector::queue(const QueueName& queue)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    auto info = route->backend->inspector().queue(route->queue);
    if (!info)
        return m_routes.outer(*route, info.error());
    info->name = m_routes.nameOf(route->layout, info->name);
    info->layout = shownLayout(route->layout);
    return info;
}

Result<TaskPage> CompositeInspector::page(const PageRequest& request)
{
    const auto route = m_routes.to(request.queue);
    if (!route)
        return route.error();
    PageRequest inner = request;
    inner.queue = route->queue;
    return route->backend->inspector().page(inner);
}

Result<std::optional<TimePoint>> CompositeInspector::lastDue(const QueueName& queue, StateSet states)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    return route->backend->inspector().lastDue(route->queue, states);
}

Result<SearchStep> CompositeInspector::search(const SearchRequest& request)
{
    const auto route = m_routes.to(request.queue);
    if (!route)
        return route.error();
    SearchRequest inner = request;
    inner.queue = route->queue;
    inner.filter = request.filter.withinLayout(m_routes.names().id(route->layout));
    return route->backend->inspector().search(inner);
}

qint64 CompositeInspector::mostForBeginnings(const QueueName& queue)
{
    const auto route = m_routes.to(queue);
    return route ? route->backend->inspector().mostForBeginnings(route->queue)
                 : QueueInspector::mostForBeginnings(queue);
}

TimePoint CompositeInspector::endedUntil(const QueueName& queue, StateSet states, TimePoint now)
{
    const auto route = m_routes.to(queue);
    return route ? route->backend->inspector().endedUntil(route->queue, states, now) : now;
}

Result<TaskDetail> CompositeInspector::task(const QueueName& queue, const TaskId& id)
{
    return taskIn(queue, id, StateSet::all());
}

void CompositeInspector::seekOnly(const QueueName& queue, StateSet states)
{
    if (const auto route = m_routes.to(queue))
        route->backend->inspector().seekOnly(route->queue, states);
}

Result<TaskDetail> CompositeInspector::taskIn(const QueueName& queue, const TaskId& id, StateSet states)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    auto detail = route->backend->inspector().taskIn(route->queue, id, states);
    if (!detail)
        return m_routes.outer(*route, detail.error());
    detail->lastOperation = m_routes.outer(*route, detail->lastOperation);
    return detail;
}

/// Returns a flow. A task in another layout is linked to its queue only if that layout is open or can be opened by
/// name.
Result<TaskFlow> CompositeInspector::flow(const QueueName& queue, const TaskId& id)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    auto flow = route->backend->inspector().flow(route->queue, id);
    if (!flow)
        return flow;
    for (FlowTask& task : flow->tasks) {
        if (task.layout.isEmpty()) {
            task.queue = m_routes.nameOf(route->layout, task.queue);
            continue;
        }
        const QueueName named = task.queue + '@' + QByteArray(task.layout).replace('@', "%40");
        if (m_routes.names().spelled(named) || m_routes.names().further(named)) {
            task.queue = named;
            task.layout.clear();
        }
    }
    return flow;
}

Result<QByteArray> CompositeInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    return route->backend->inspector().payload(route->queue, id, offset, length);
}

Result<std::vector<std::optional<TaskRecord>>> CompositeInspector::readRecords(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    auto tasks = route->backend->inspector().readRecords(route->queue, ids);
    if (tasks) {
        for (std::optional<TaskRecord>& task : *tasks) {
            if (task)
                task->detail.lastOperation = m_routes.outer(*route, task->detail.lastOperation);
        }
    }
    return tasks;
}

Result<std::vector<TimelineBin>> CompositeInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    return route->backend->inspector().timeline(route->queue, from, to, bins);
}

Result<std::vector<StatisticsBin>> CompositeInspector::statistics(const QueueName& queue, TimePoint from, TimePoint to)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    return route->backend->inspector().statistics(route->queue, from, to);
}

/// Reads the histories of the first queue and of the queues directly after it that are in the same layout.
Result<std::vector<RecentHistory>> CompositeInspector::recent(const std::vector<RecentRequest>& wanted, TimePoint to)
{
    std::vector<RecentRequest> together;
    QueueInspector* inspector = nullptr;
    for (const RecentRequest& each : wanted) {
        auto route = m_routes.to(each.queue);
        if (!route && together.empty())
            return route.error();
        if (!route || (inspector && inspector != &route->backend->inspector()))
            break;
        inspector = &route->backend->inspector();
        together.push_back(each);
        together.back().queue = std::move(route->queue);
    }
    return inspector ? inspector->recent(together, to) : QueueInspector::recent(wanted, to);
}

Result<std::vector<WorkerInfo>> CompositeInspector::workers()
{
    if (const auto caught = catchUp(); !caught)
        return caught.error();
    std::vector<WorkerInfo> all;
    std::optional<Error> first;
    bool any = false;
    for (const std::size_t layout : m_routes.shown()) {
        const CompositeRoutes::Child& child = m_routes.children()[layout];
        if (!child.backend || !child.backend->capabilities().workers)
            continue;
        auto some = child.backend->inspector().workers();
        if (!some && endsReading(some.error().code))
            return some;
        if (!some) {
            first = first ? first : some.error();
            continue;
        }
        any = true;
        for (WorkerInfo& worker : *some) {
            for (QueueName& queue : worker.queues)
                queue = m_routes.nameOf(layout, queue);
            // A process with workers in several layouts is reported by each of them.
            const auto known = std::find_if(
                all.begin(), all.end(), [&worker](const WorkerInfo& other) { return other.id == worker.id; });
            if (known == all.end())
                all.push_back(std::move(worker));
            else
                known->queues.insert(known->queues.end(), worker.queues.begin(), worker.queues.end());
        }
    }
    if (!any && first)
        return *first;
    return all;
}

Result<std::vector<OperationRecord>> CompositeInspector::operations(const QueueName& queue, int limit)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    auto records = route->backend->inspector().operations(route->queue, limit);
    if (records) {
        for (OperationRecord& record : *records)
            record = m_routes.outer(*route, std::move(record));
    }
    return records;
}

Result<std::optional<UniqueHold>> CompositeInspector::holderOf(const QueueName& queue, const QByteArray& key)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    return route->backend->inspector().holderOf(route->queue, key);
}

} // namespace dueline
