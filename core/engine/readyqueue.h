// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/taskbatch.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace dueline {

/// Loaded tasks waiting for a slot, in the order they were claimed. Thread-safe.
class ReadyQueue
{
public:
    /// Batch that a slot is taking tasks from. The slot keeps it between calls.
    using Cursor = std::shared_ptr<TaskBatch>;

    /// Adds a batch and wakes up to `wake` sleeping slots.
    void push(std::shared_ptr<TaskBatch> batch, int wake);
    /// Wakes up to `count` more sleeping slots.
    void wake(int count);
    /// Sets the next task to Running and returns it, sleeping until there is one. Returns nullptr once the queue is
    /// closed.
    TaskItem* wait(Cursor& cursor);
    /// Returns the next task without sleeping; nullptr if no task is waiting.
    TaskItem* take(Cursor& cursor);
    /// Decrements the count after TaskItem::takeFromReady() has removed a task.
    void withdrawn() { m_ready.fetch_sub(1, std::memory_order_acq_rel); }
    /// Closes the queue: all current and later calls of wait() return nullptr.
    void close();

    int size() const { return m_ready.load(std::memory_order_acquire); }
    /// Returns the number of sleeping slots.
    int idle() const { return m_idle.load(std::memory_order_relaxed); }
    /// Returns the time when the oldest waiting batch was added.
    std::optional<Instant> oldest() const;

private:
    /// Drops batches with no tasks left. Returns whether any batch remains. The mutex must be held.
    bool hasBatch();

    mutable std::mutex m_mutex;
    std::condition_variable m_sleepers;
    std::deque<std::shared_ptr<TaskBatch>> m_batches;
    std::atomic<int> m_ready = 0;
    std::atomic<int> m_idle = 0;
    int m_tickets = 0;
    bool m_closed = false;
};

} // namespace dueline
