// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/taskbatch.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace dueline {

/// Loaded tasks that wait for a slot, in the order they were claimed. Thread-safe.
class ReadyQueue
{
public:
    /// What a slot keeps between two takes: the batch it is working through.
    using Cursor = std::shared_ptr<TaskBatch>;

    /// Queues a batch and wakes up to `wake` sleeping slots.
    void push(std::shared_ptr<TaskBatch> batch, int wake);
    /// Wakes up to `count` more of the sleeping slots.
    void wake(int count);
    /// The next task, now Running; sleeps while there is none. nullptr: the queue was closed.
    TaskItem* wait(Cursor& cursor);
    /// The same without sleeping. nullptr: none is waiting.
    TaskItem* take(Cursor& cursor);
    /// Somebody else took a waiting task (TaskItem::takeFromReady): it no longer counts.
    void withdrawn() { m_ready.fetch_sub(1, std::memory_order_acq_rel); }
    /// Ends every wait().
    void close();

    int size() const { return m_ready.load(std::memory_order_acquire); }
    /// Slots that sleep.
    int idle() const { return m_idle.load(std::memory_order_relaxed); }
    /// When the first batch in line got there.
    std::optional<Instant> oldest() const;

private:
    /// Drops used-up batches; the mutex must be held.
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
