// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/unlistedqueues.h"

#include "core/redis/errorclass.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t placesPerPipeline = 100;

} // namespace

UnlistedQueues::UnlistedQueues(RedisClient& client, const LayoutSpec& layout, std::shared_ptr<const FoundQueues> found)
    : m_client(client)
    , m_layout(layout)
    , m_found(std::move(found))
    , m_walk(
          client, [this](const QByteArray& key) { meet(key); }, [this] { return int(m_names.size()); })
{ }

void UnlistedQueues::meet(const QByteArray& key)
{
    const auto place = m_layout.type().placeOf(key);
    if (!place || m_inspected.contains(*place))
        return;
    if (m_waiting.size() < firstPlaces)
        m_waiting.insert(*place);
    else
        m_isCut = true;
}

DiscoveryState UnlistedQueues::state() const
{
    DiscoveryState state = m_walk.state();
    state.waiting = m_isComplete ? 0 : qint64(m_waiting.size());
    return state;
}

void UnlistedQueues::forget()
{
    m_walk.forget();
    m_waiting.clear();
    m_inspected.clear();
    m_names.clear();
    m_parts.clear();
    m_hasInspected = m_isCut = m_isComplete = false;
}

Result<bool> UnlistedQueues::step()
{
    if (m_isComplete)
        return true;
    const auto walked = m_walk.step();
    if (!walked)
        return walked.error();
    const auto inspected = inspect();
    return inspected ? Result<bool>(true) : inspected.error();
}

Result<std::vector<QueueName>> UnlistedQueues::names()
{
    if (m_found)
        return m_found->names(m_layout);
    if (const auto now = std::chrono::steady_clock::now(); now - m_since > inspectedFor) {
        m_inspected.clear();
        m_since = now;
    }
    const auto walked = m_walk.refresh();
    if (!walked && !isRefusal(walked.error().code))
        return walked.error();
    if (const auto inspected = inspect(); !inspected)
        return inspected.error();
    return std::vector<QueueName>(m_names.begin(), m_names.end());
}

std::vector<QByteArray> UnlistedQueues::parts(const QueueName& queue) const
{
    if (m_found)
        return m_found->parts(m_layout, queue);
    const auto parts = m_parts.find(queue);
    return parts == m_parts.end() ? std::vector<QByteArray>()
                                  : std::vector<QByteArray>(parts->second.begin(), parts->second.end());
}

Result<> UnlistedQueues::inspect()
{
    const auto ask = [this](const std::vector<Command>& commands) { return m_client.pipeline(commands); };
    std::size_t left = std::exchange(m_hasInspected, true) ? laterPlaces : firstPlaces;
    while (left > 0 && !m_waiting.empty()) {
        // Pass a copy of m_waiting: if a reply closes the connection, the layout calls forget().
        std::vector<QByteArray> places;
        while (places.size() < std::min(left, placesPerPipeline) && !m_waiting.empty())
            places.push_back(std::move(m_waiting.extract(m_waiting.begin()).value()));
        const auto placed = m_layout.type().lookAt(ask, places);
        if (!placed)
            return placed.error();
        left -= places.size();
        m_inspected.insert(places.begin(), places.end());
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto& queue = (*placed)[i];
            if (queue && !queue->queue.isEmpty() && queue->layout == m_layout)
                m_names.insert(queue->queue);
            if (queue && !queue->part.isEmpty() && m_parts[queue->queue].size() < FoundQueues::mostParts)
                m_parts[queue->queue].insert(queue->part);
        }
    }
    if (m_isComplete || !m_waiting.empty())
        return {};
    if (std::exchange(m_isCut, false))
        m_walk.forget(); // scan again: some candidates were skipped because m_waiting was full
    else
        m_isComplete = m_walk.state().isRound;
    return {};
}

} // namespace dueline
