// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace dueline {

class MemoryStore;

/// What one subscriber has not read yet. Filled by whoever publishes, read by the thread that owns the source.
class MemoryEvents
{
public:
    MemoryEvents(std::vector<QueueName> queues, bool wake, bool results);

    /// Takes the event if it is of a kind and queue that was asked for.
    void deliver(const QueueEvent& event);
    /// nullopt: nothing came within `timeout`.
    std::optional<QueueEvent> next(Millis timeout);

private:
    const std::vector<QueueName> m_queues;
    const bool m_wake;
    const bool m_results;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<QueueEvent> m_waiting;
};

/// Events of the reference layout: nothing published between open() and the end is missed.
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
