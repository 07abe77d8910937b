// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/leasebook.h"

#include <algorithm>

namespace dueline {

void LeaseBook::add(std::shared_ptr<TaskBatch> batch)
{
    m_size.fetch_add(int(batch->items.size()), std::memory_order_acq_rel);
    const std::scoped_lock lock(m_mutex);
    m_batches.push_back(std::move(batch));
}

void LeaseBook::close(TaskItem& item)
{
    TaskBatch* batch = item.batch;
    item.state.store(TaskItem::State::Closed, std::memory_order_release);
    if (batch->open.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        std::shared_ptr<TaskBatch> last; // defers the batch's destruction until the lock is released
        const std::scoped_lock lock(m_mutex);
        const auto it
            = std::find_if(m_batches.begin(), m_batches.end(), [batch](const auto& b) { return b.get() == batch; });
        last = std::move(*it);
        m_batches.erase(it);
    }
    m_size.fetch_sub(1, std::memory_order_acq_rel);
}

std::vector<std::shared_ptr<TaskBatch>> LeaseBook::batches() const
{
    const std::scoped_lock lock(m_mutex);
    return m_batches;
}

} // namespace dueline
