// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/readyqueue.h"

#include <algorithm>

namespace dueline {

void ReadyQueue::push(std::shared_ptr<TaskBatch> batch, int wakes)
{
    m_ready.fetch_add(int(batch->items.size()), std::memory_order_acq_rel);
    {
        const std::scoped_lock lock(m_mutex);
        m_batches.push_back(std::move(batch));
    }
    wake(wakes);
}

void ReadyQueue::wake(int count)
{
    int tickets = 0;
    {
        const std::scoped_lock lock(m_mutex);
        tickets = std::min(count, m_idle.load(std::memory_order_relaxed) - m_tickets);
        if (tickets <= 0)
            return;
        m_tickets += tickets;
    }
    while (tickets-- > 0)
        m_sleepers.notify_one();
}

TaskItem* ReadyQueue::take(Cursor& cursor)
{
    for (;;) {
        while (cursor) {
            const std::size_t index = cursor->next.fetch_add(1, std::memory_order_relaxed);
            if (index >= cursor->items.size()) {
                cursor.reset();
                break;
            }
            TaskItem& item = cursor->items[index];
            if (item.takeFromReady(TaskItem::State::Running)) {
                m_ready.fetch_sub(1, std::memory_order_acq_rel);
                return &item;
            }
        }
        const std::scoped_lock lock(m_mutex);
        if (!hasBatch())
            return nullptr;
        cursor = m_batches.front();
    }
}

TaskItem* ReadyQueue::wait(Cursor& cursor)
{
    for (;;) {
        if (TaskItem* item = take(cursor))
            return item;
        std::unique_lock lock(m_mutex);
        if (m_closed)
            return nullptr;
        if (hasBatch())
            continue;
        m_idle.fetch_add(1, std::memory_order_relaxed);
        m_sleepers.wait(lock, [this] { return m_tickets > 0 || m_closed; });
        m_idle.fetch_sub(1, std::memory_order_relaxed);
        if (m_tickets > 0)
            --m_tickets;
    }
}

void ReadyQueue::close()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_closed = true;
    }
    m_sleepers.notify_all();
}

std::optional<Instant> ReadyQueue::oldest() const
{
    const std::scoped_lock lock(m_mutex);
    for (const auto& batch : m_batches) {
        if (batch->next.load(std::memory_order_relaxed) < batch->items.size())
            return batch->readyAt;
    }
    return {};
}

bool ReadyQueue::hasBatch()
{
    while (!m_batches.empty()
        && m_batches.front()->next.load(std::memory_order_relaxed) >= m_batches.front()->items.size())
        m_batches.pop_front();
    return !m_batches.empty();
}

} // namespace dueline
