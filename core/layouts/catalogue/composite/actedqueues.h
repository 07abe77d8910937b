// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <mutex>
#include <set>
#include <vector>

namespace dueline {

/// Queues that this connection has changed since they were last counted. All lanes of the connection share this set,
/// because the lane that acts is not the lane that counts. If not all queues are counted each time, these queues are
/// counted next.
class ActedQueues
{
public:
    static constexpr std::size_t most = 500; ///< limit in case take() is not called; further queues wait their turn

    /// Records a queue. Call it after the action, so that the next count includes the change.
    void note(const QueueName& queue)
    {
        const std::lock_guard lock(m_mutex);
        if (m_queues.size() < most)
            m_queues.insert(queue);
    }
    /// Returns the queues recorded since the last call.
    std::vector<QueueName> take()
    {
        const std::lock_guard lock(m_mutex);
        std::vector<QueueName> queues(m_queues.begin(), m_queues.end());
        m_queues.clear();
        return queues;
    }

private:
    std::mutex m_mutex;
    std::set<QueueName> m_queues;
};

} // namespace dueline
