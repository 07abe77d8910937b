// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositeevents.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis turn{50}; ///< maximum time to poll one layout while other layouts' events wait

} // namespace

Result<std::unique_ptr<EventSource>> CompositeEvents::make(
    const CompositeRoutes& routes, const std::vector<QueueName>& queues, bool wake, bool results)
{
    std::vector<std::vector<QueueName>> named(routes.children().size());
    for (const QueueName& queue : queues) {
        const auto route = routes.to(queue);
        if (!route)
            return route.error();
        named.resize(std::max(named.size(), route->layout + 1)); // the layout may have only just been opened
        named[route->layout].push_back(route->queue);
    }
    std::vector<Source> sources;
    for (std::size_t layout = 0; layout < named.size(); ++layout) {
        if (named[layout].empty())
            continue;
        auto events = routes.children()[layout].backend->events(named[layout], wake, results);
        if (events)
            sources.push_back({layout, *std::move(events)});
        else if (events.error().code != ErrorCode::NotSupported)
            return events.error();
    }
    if (sources.empty())
        return Error{ErrorCode::NotSupported, QStringLiteral("These queues publish nothing.")};
    return std::unique_ptr<EventSource>(new CompositeEvents(routes.names(), std::move(sources)));
}

Result<> CompositeEvents::open()
{
    // If the user isn't allowed to read one layout, keep receiving events from the others.
    std::optional<Error> refused;
    std::vector<bool> isRefused;
    for (const Source& source : m_sources) {
        const auto opened = source.events->open();
        if (!opened && opened.error().code != ErrorCode::Permission)
            return opened;
        isRefused.push_back(!opened);
        if (!opened)
            refused = opened.error();
    }
    if (std::find(isRefused.begin(), isRefused.end(), false) == isRefused.end())
        return *refused;
    std::vector<Source> heard;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        if (!isRefused[i])
            heard.push_back(std::move(m_sources[i]));
    }
    m_sources = std::move(heard);
    m_turn = 0;
    return {};
}

Result<std::optional<QueueEvent>> CompositeEvents::next(Millis timeout)
{
    const QDeadlineTimer deadline(timeout.count());
    std::size_t empty = 0; // number of sources polled in a row without an event
    while (true) {
        const Source& source = m_sources[m_turn];
        m_turn = (m_turn + 1) % m_sources.size();
        const Millis left(std::max<qint64>(0, deadline.remainingTime()));
        auto event = source.events->next(m_sources.size() == 1 ? left : std::min(turn, left));
        if (!event)
            return event;
        if (*event) {
            (*event)->queue = m_names.name({source.layout, (*event)->queue});
            return event;
        }
        if (++empty >= m_sources.size() && deadline.hasExpired())
            return std::optional<QueueEvent>();
    }
}

} // namespace dueline
