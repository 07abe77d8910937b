// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/memory/memoryqueue.h"
#include "core/queue/backend.h"

#include <memory>
#include <mutex>

namespace dueline {

class MemoryEvents;

/// What stands in for the server: every queue and worker of the reference layout, behind one mutex, judged by one
/// clock. Shared by any number of backends on any threads.
class MemoryStore
{
public:
    explicit MemoryStore(std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>());

    /// Held by a port for the whole of a call: that makes each call atomic.
    std::unique_lock<std::mutex> lock() const { return std::unique_lock(m_mutex); }
    TimePoint now() const { return m_clock->now(); }

    // Everything below needs the lock.

    std::map<QueueName, MemoryQueue> queues;
    std::map<QByteArray, std::pair<WorkerInfo, Millis>> workers; ///< id → report, and how long it is good for

    /// Null when nobody made it yet.
    MemoryQueue* find(const QueueName& queue);
    /// The next number of a lease; tokens never repeat.
    qint64 nextSequence() { return ++m_sequence; }

    void subscribe(const std::shared_ptr<MemoryEvents>& events);
    void publish(const QueueEvent& event);
    /// Tells sleeping workers that something of `queue` is due at `due`, if it could concern them: it is due before
    /// whatever waited until then (`headBefore`), or that is overdue and so nobody's timer counts on it.
    void wake(const QueueName& queue, std::optional<TimePoint> headBefore, TimePoint due);

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const Clock> m_clock;
    std::vector<std::weak_ptr<MemoryEvents>> m_subscribers;
    qint64 m_sequence = 0;
};

/// The answer about a queue that nobody made yet.
Error queueNotFound(const QueueName& queue);
/// The answer about a task that is not in the queue.
Error taskNotFound(const QueueName& queue, const TaskId& id);

} // namespace dueline
