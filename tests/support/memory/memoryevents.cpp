// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memoryevents.h"

#include "tests/support/memory/memorystore.h"

#include <algorithm>

namespace dueline {

MemoryEvents::MemoryEvents(std::vector<QueueName> queues, bool wake, bool results)
    : m_queues(std::move(queues))
    , m_wake(wake)
    , m_results(results)
{ }

void MemoryEvents::deliver(const QueueEvent& event)
{
    const bool wanted = event.kind == QueueEvent::Kind::Results ? m_results : m_wake;
    if (!wanted || std::find(m_queues.begin(), m_queues.end(), event.queue) == m_queues.end())
        return;
    const std::lock_guard guard(m_mutex);
    m_waiting.push_back(event);
    m_arrived.notify_one();
}

std::optional<QueueEvent> MemoryEvents::next(Millis timeout)
{
    std::unique_lock lock(m_mutex);
    if (!m_arrived.wait_for(lock, timeout, [this] { return !m_waiting.empty(); }))
        return std::nullopt;
    QueueEvent event = std::move(m_waiting.front());
    m_waiting.pop_front();
    return event;
}

MemoryEventSource::MemoryEventSource(
    std::shared_ptr<MemoryStore> store, std::vector<QueueName> queues, bool wake, bool results)
    : m_store(std::move(store))
    , m_queues(std::move(queues))
    , m_wake(wake)
    , m_results(results)
{ }

Result<> MemoryEventSource::open()
{
    m_events = std::make_shared<MemoryEvents>(m_queues, m_wake, m_results);
    const auto lock = m_store->lock();
    m_store->subscribe(m_events);
    return {};
}

Result<std::optional<QueueEvent>> MemoryEventSource::next(Millis timeout)
{
    if (!m_events)
        return Error{ErrorCode::Disconnected, QStringLiteral("The subscription is not open.")};
    return m_events->next(timeout);
}

} // namespace dueline
