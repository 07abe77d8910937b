// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/taskbatch.h"

#include <mutex>

namespace dueline {

/// All leases held by the engine, by batch. Heartbeats extend them, and stopping the engine releases them. Thread-safe.
class LeaseBook
{
public:
    void add(std::shared_ptr<TaskBatch> batch);
    /// Removes an item whose lease has ended. Call this exactly once per item. Removing a batch's last item also
    /// removes the batch.
    void close(TaskItem& item);
    std::vector<std::shared_ptr<TaskBatch>> batches() const;
    /// Returns the number of leases held.
    int size() const { return m_size.load(std::memory_order_acquire); }

private:
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<TaskBatch>> m_batches;
    std::atomic<int> m_size = 0;
};

} // namespace dueline
