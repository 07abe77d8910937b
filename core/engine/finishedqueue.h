// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/taskbatch.h"
#include "core/engine/waker.h"

#include <algorithm>

namespace dueline {

/// Queue of tasks whose handlers have ended, filled by many slots and emptied by one Completer. It is an intrusive
/// stack: a push takes one compare-and-swap, and wakes the Completer only if the queue was empty.
class FinishedQueue
{
public:
    explicit FinishedQueue(Waker& completer)
        : m_completer(completer)
    { }

    void push(TaskItem& item)
    {
        m_size.fetch_add(1, std::memory_order_relaxed);
        TaskItem* head = m_head.load(std::memory_order_relaxed);
        do
            item.nextFinished = head;
        while (!m_head.compare_exchange_weak(head, &item, std::memory_order_acq_rel, std::memory_order_relaxed));
        if (!head)
            m_completer.wake();
    }

    /// Appends all tasks to `to`, oldest first. Called by one thread only.
    void takeAll(std::vector<TaskItem*>& to)
    {
        const std::size_t first = to.size();
        for (TaskItem* item = m_head.exchange(nullptr, std::memory_order_acq_rel); item; item = item->nextFinished)
            to.push_back(item);
        std::reverse(to.begin() + qptrdiff(first), to.end());
        m_size.fetch_sub(int(to.size() - first), std::memory_order_relaxed);
    }

    int size() const { return m_size.load(std::memory_order_relaxed); }

private:
    Waker& m_completer;
    std::atomic<TaskItem*> m_head = nullptr;
    std::atomic<int> m_size = 0;
};

} // namespace dueline
