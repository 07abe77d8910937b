// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace dueline {

class MemoryStore;

/// One subscriber's queue of unread events. Publishers add events; the event source's thread reads them.
class MemoryEvents
{
public:
    MemoryEvents(std::vector<QueueName> queues, bool wake, bool results);

    /// Adds the event if the subscriber has subscribed to its kind and queue.
    void deliver(const QueueEvent& event);
    /// Returns the next event; nullopt if none arrives within `timeout`.
    std::optional<QueueEvent> next(Millis timeout);

private:
    const std::vector<QueueName> m_queues;
    const bool m_wake;
    const bool m_results;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<QueueEvent> m_waiting;
};

/// Events from the in-memory reference layout. No event published after open() is missed.
class MemoryEventSource : public EventSource
{
public:
    MemoryEventSource(std::shared_ptr<MemoryStore> store, std::vector<QueueName> queues, bool wake, bool results);

    Result<> open() override;
    Result<std::optional<QueueEvent>> next(Millis timeout) override;

private:
    std::shared_ptr<MemoryStore> m_store;
    std::vector<QueueName> m_queues;
    bool m_wake;
    bool m_results;
    std::shared_ptr<MemoryEvents> m_events;
};

} // namespace dueline
