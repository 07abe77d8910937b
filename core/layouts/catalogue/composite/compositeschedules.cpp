// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositeschedules.h"

namespace dueline {

Result<CompositeSchedules::Target> CompositeSchedules::to(const QueueName& queue) const
{
    auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    ScheduleBook* book = route->backend->schedules();
    if (!book)
        return m_routes.lacks(*route, QStringLiteral("recurring tasks"));
    return Target{std::move(route->queue), *book};
}

Result<std::vector<ScheduleState>> CompositeSchedules::schedules(const QueueName& queue)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    ScheduleBook* book = route->backend->schedules();
    return book ? book->schedules(route->queue) : Result(std::vector<ScheduleState>()); // this layout has no schedules
}

Result<> CompositeSchedules::put(const QueueName& queue, const Schedule& schedule, bool replace)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    auto put = way->book.put(way->queue, schedule, replace);
    m_acted.note(queue);
    return put;
}

Result<> CompositeSchedules::remove(const QueueName& queue, const QByteArray& name)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    auto removed = way->book.remove(way->queue, name); // BullMQ also removes the schedule's next run
    m_acted.note(queue);
    return removed;
}

Result<DueSchedules> CompositeSchedules::due(const QueueName& queue)
{
    const auto route = m_routes.to(queue);
    if (!route)
        return route.error();
    ScheduleBook* book = route->backend->schedules();
    if (!book) {
        const auto now = route->backend->serverTime();
        if (!now)
            return now.error();
        DueSchedules none;
        none.serverNow = *now;
        return none;
    }
    return book->due(route->queue);
}

Result<TickOutcome> CompositeSchedules::tick(
    const QueueName& queue, const ScheduleState& seen, const TickDecision& decision)
{
    const auto way = to(queue);
    if (!way)
        return way.error();
    return way->book.tick(way->queue, seen, decision);
}

} // namespace dueline
