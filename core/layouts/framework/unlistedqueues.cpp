// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/framework/unlistedqueues.h"

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
{ }

void UnlistedQueues::forget()
{
    m_walk = {};
    m_waiting.clear();
    m_inspected.clear();
    m_names.clear();
    m_hasInspected = false;
}

Result<std::vector<QueueName>> UnlistedQueues::names()
{
    if (m_found)
        return m_found->names(m_layout);
    if (const auto now = std::chrono::steady_clock::now(); now - m_since > inspectedFor) {
        m_inspected.clear();
        m_since = now;
    }
    const auto walked = m_walk.step(m_client, [this](const QByteArray& key) {
        const auto place = m_layout.type().placeOf(key);
        if (place && m_waiting.size() < firstPlaces && !m_inspected.contains(*place))
            m_waiting.insert(*place);
    });
    if (!walked && !isRefusal(walked.error().code))
        return walked.error();
    if (const auto inspected = inspect(); !inspected)
        return inspected.error();
    return std::vector<QueueName>(m_names.begin(), m_names.end());
}

Result<> UnlistedQueues::inspect()
{
    const auto ask = [this](const std::vector<Command>& commands) { return m_client.pipeline(commands); };
    std::size_t left = std::exchange(m_hasInspected, true) ? laterPlaces : firstPlaces;
    while (left > 0 && !m_waiting.empty()) {
        // An answer that ends the connection makes the layout forget(): nothing of ours is held meanwhile.
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
        }
    }
    return {};
}

} // namespace dueline
