// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <mutex>
#include <set>
#include <vector>

namespace dueline {

/// Queues that this connection itself has acted on since they were counted last: of all its lanes, since the one that
/// acts is not the one that counts. Where queues are counted in turns, these are counted next.
class ActedQueues
{
public:
    static constexpr std::size_t most = 500; ///< what nobody takes stays within bounds; more wait their turn

    /// After the action, so that whoever counts from here on sees what it did.
    void note(const QueueName& queue)
    {
        const std::lock_guard lock(m_mutex);
        if (m_queues.size() < most)
            m_queues.insert(queue);
    }
    /// Those noted since the last call.
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
