// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/foundqueues.h"

namespace dueline {

namespace {

QByteArray writtenAs(const LayoutSpec& layout) { return layout.text().toUtf8(); }

std::vector<QueueName> namesIn(const std::map<QueueName, int>& queues)
{
    std::vector<QueueName> names;
    for (const auto& [queue, round] : queues)
        names.push_back(queue);
    return names;
}

} // namespace

std::vector<QueueName> FoundQueues::names(const LayoutSpec& layout) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_layouts.find(writtenAs(layout));
    return found == m_layouts.end() ? std::vector<QueueName>() : namesIn(found->second.queues);
}

std::vector<QueueName> FoundQueues::besides(const LayoutSpec& layout) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_layouts.find(writtenAs(layout));
    return found == m_layouts.end() ? std::vector<QueueName>() : namesIn(found->second.besides);
}

std::vector<QByteArray> FoundQueues::parts(const LayoutSpec& layout, const QueueName& queue) const
{
    std::vector<QByteArray> names;
    const std::lock_guard lock(m_mutex);
    const auto found = m_layouts.find(writtenAs(layout));
    if (found == m_layouts.end())
        return names;
    if (const auto parts = found->second.parts.find(queue); parts != found->second.parts.end()) {
        for (const auto& [part, round] : parts->second)
            names.push_back(part);
    }
    return names;
}

std::vector<LayoutSpec> FoundQueues::layouts() const
{
    std::vector<LayoutSpec> layouts;
    const std::lock_guard lock(m_mutex);
    for (const auto& [text, layout] : m_layouts)
        layouts.push_back(layout.spec);
    return layouts;
}

bool FoundQueues::add(const PlacedQueue& found, int round)
{
    const std::lock_guard lock(m_mutex);
    const auto [layout, isNew]
        = m_layouts.try_emplace(writtenAs(found.layout), Layout{found.layout, round, {}, {}, {}});
    layout->second.seen = round;
    bool isNewQueue = false;
    if (!found.queue.isEmpty()) {
        auto& queues = found.isBeside ? layout->second.besides : layout->second.queues;
        const auto [queue, inserted] = queues.try_emplace(found.queue, round);
        queue->second = round;
        isNewQueue = inserted;
    }
    if (!found.part.isEmpty()) {
        auto& parts = layout->second.parts[found.queue];
        if (parts.size() < mostParts || parts.contains(found.part))
            isNewQueue = parts.insert_or_assign(found.part, round).second || isNewQueue;
    }
    if (isNew || isNewQueue)
        ++m_changes;
    return isNew || isNewQueue;
}

bool FoundQueues::forgetBefore(int round)
{
    const std::lock_guard lock(m_mutex);
    std::size_t gone = 0;
    for (auto& [text, layout] : m_layouts)
        for (auto* queues : {&layout.queues, &layout.besides})
            gone += std::erase_if(*queues, [round](const auto& queue) { return queue.second < round; });
    for (auto& [text, layout] : m_layouts) {
        for (auto& [queue, parts] : layout.parts)
            gone += std::erase_if(parts, [round](const auto& part) { return part.second < round; });
        std::erase_if(layout.parts, [](const auto& queue) { return queue.second.empty(); });
    }
    gone += std::erase_if(m_layouts, [round](const auto& layout) { return layout.second.seen < round; });
    if (gone > 0)
        ++m_changes;
    return gone > 0;
}

} // namespace dueline
