// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <mutex>
#include <set>
#include <vector>

namespace dueline {

/// Queues that this connection has changed since they were last counted. A refresh that counts only some queues starts
/// with these. Shared by all of the connection's lanes (threads), because actions and counts use different lanes.
class ActedQueues
{
public:
    // maximum number of queues to record, in case take() is never called; any others get no priority
    static constexpr std::size_t most = 500;

    /// Records a queue. Call this after the action, so that the next count includes the change.
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
