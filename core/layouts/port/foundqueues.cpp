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
    const auto [layout, isNew] = m_layouts.try_emplace(writtenAs(found.layout), Layout{found.layout, round, {}, {}});
    layout->second.seen = round;
    bool isNewQueue = false;
    if (!found.queue.isEmpty()) {
        auto& queues = found.isBeside ? layout->second.besides : layout->second.queues;
        const auto [queue, inserted] = queues.try_emplace(found.queue, round);
        queue->second = round;
        isNewQueue = inserted;
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
    gone += std::erase_if(m_layouts, [round](const auto& layout) { return layout.second.seen < round; });
    if (gone > 0)
        ++m_changes;
    return gone > 0;
}

} // namespace dueline
