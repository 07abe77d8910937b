// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/taskbatch.h"

#include <mutex>

namespace dueline {

/// Every lease the engine holds, by batch: what heartbeats extend and a stop gives back. Thread-safe.
class LeaseBook
{
public:
    void add(std::shared_ptr<TaskBatch> batch);
    /// The task is not ours any more. Exactly once per item; the batch goes with its last item.
    void close(TaskItem& item);
    std::vector<std::shared_ptr<TaskBatch>> batches() const;
    /// Leases held.
    int size() const { return m_size.load(std::memory_order_acquire); }

private:
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<TaskBatch>> m_batches;
    std::atomic<int> m_size = 0;
};

} // namespace dueline
