// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/pacedjobs.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

void PacedJobs::begin(OperationJob& job, const QueueName& seenFrom, quint64 action, quint64 last)
{
    m_slow.push_back({&job, seenFrom, action, last});
}

void PacedJobs::end(const OperationJob& job)
{
    std::erase_if(m_slow, [&job](const Slow& slow) { return !slow.job || slow.job == &job; });
}

OperationJob* PacedJobs::since(
    const UndoHistory::Undoable* next, const Connection* connection, const QueueName& queue) const
{
    const auto found = std::find_if(m_slow.rbegin(), m_slow.rend(), [&](const Slow& slow) {
        const bool isPart = next && next->action != 0 && next->action == slow.action;
        return slow.isInView(queue) && slow.job->connection() == connection && !isPart
            && (!next || slow.last >= next->order);
    });
    return found == m_slow.rend() ? nullptr : found->job.data();
}

int PacedJobs::partsOf(quint64 action, const QueueName& queue) const
{
    return int(std::count_if(m_slow.begin(), m_slow.end(),
        [&](const Slow& slow) { return action != 0 && slow.action == action && slow.isInView(queue); }));
}

} // namespace dueline
