// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"

#include <map>

namespace dueline {

/// Census of the failed tasks in several queues by failure group, one queue after another, in bounded steps. Once
/// complete, it recounts only queues whose number of failed tasks has changed. If tasks were added, it counts only the
/// new ones. If tasks were removed, it counts the queue from the start; meanwhile, the previous count remains
/// available.
class QueuesCensus
{
public:
    /// Number of failed tasks that a queue currently reports.
    struct Failed
    {
        QueueName queue;
        QByteArray layout;
        qint64 tasks = 0;
    };

    /// Sets the queues to count and drops all others. `first`: queue to count first.
    void expect(const std::vector<Failed>& queues, const QueueName& first = {});
    /// Recounts a queue even if its number of failed tasks is unchanged, because the same number of tasks may have been
    /// added and removed.
    void lookAgain(const QueueName& queue);
    /// Returns whether a count differs from the number set by expect(), or a queue must be
    /// recounted.
    bool isDue() const { return nextDue() != nullptr; }
    /// Runs one step of up to 1,000 tasks. Returns true when all queues have been counted. Skips a queue that was
    /// deleted in the meantime. Errors: those of QueueInspector; after an error, the queue is counted from the start.
    Result<bool> step(Backend& backend);

    /// Returns the counts so far, sorted by queue name. During a queue's first count, its counts are partial.
    std::vector<CountedFailures> counted() const;
    /// Returns the queues that have been counted or have no failed tasks.
    QSet<QueueName> known() const;
    /// Returns the number of tasks counted so far, including those of the current queue. total() returns the number of
    /// tasks to count.
    qint64 progress() const;
    qint64 total() const;
    /// Returns the number of tasks that were not assigned to a group because the limit of groups was reached.
    qint64 others() const;

private:
    struct Count
    {
        Failed failed;
        std::shared_ptr<FailureCensus> under; ///< census in progress, or a complete census to be extended later
        CountedFailures told; ///< last complete count
        qint64 counted = -1; ///< number of tasks in `told`; -1: never counted
        bool again = false; ///< true if lookAgain() has requested a recount
        qint64 missing = 0; ///< number of tasks that the queue reported but the last complete count did not include
        qint64 others = 0;
    };

    Count* nextDue();
    const Count* nextDue() const { return const_cast<QueuesCensus*>(this)->nextDue(); }

    static bool isDue(const Count& count);

    QueueName m_first;
    std::map<QueueName, Count> m_queues;
};

} // namespace dueline
