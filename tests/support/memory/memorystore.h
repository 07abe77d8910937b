// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "tests/support/memory/memoryqueue.h"

#include <memory>
#include <mutex>

namespace dueline {

class MemoryEvents;

/// Memory-only stand-in for a Redis server: all queues and workers of the reference layout, a clock, and the mutex that
/// guards them. Any number of backends on any number of threads can share it.
class MemoryStore
{
public:
    explicit MemoryStore(std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>());

    /// Locks the store. Each backend call holds the lock until it returns, which makes the call atomic.
    std::unique_lock<std::mutex> lock() const { return std::unique_lock(m_mutex); }
    TimePoint now() const { return m_clock->now(); }

    // All functions and members below require the lock.

    std::map<QueueName, MemoryQueue> queues;
    // latest report from each worker, with the period for which it is valid
    std::map<QByteArray, std::pair<WorkerInfo, Millis>> workers;

    /// Returns a queue; null if it doesn't exist.
    MemoryQueue* find(const QueueName& queue);
    /// Returns the next sequence number, which makes lease tokens unique.
    qint64 nextSequence() { return ++m_sequence; }

    void subscribe(const std::shared_ptr<MemoryEvents>& events);
    void publish(const QueueEvent& event);
    /// Wakes sleeping workers if their timers would miss a task of `queue` that is due at `due`. This happens if it is
    /// due before the earliest task so far (`headBefore`), or if that task is already overdue, in which case no timer
    /// is set.
    void wake(const QueueName& queue, std::optional<TimePoint> headBefore, TimePoint due);

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const Clock> m_clock;
    std::vector<std::weak_ptr<MemoryEvents>> m_subscribers;
    qint64 m_sequence = 0;
};

/// Returns the error for a queue that doesn't exist.
Error queueNotFound(const QueueName& queue);
/// Returns the error for a task that isn't in the queue.
Error taskNotFound(const QueueName& queue, const TaskId& id);

} // namespace dueline
