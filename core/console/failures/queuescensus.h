// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"

#include <map>

namespace dueline {

/// Census of several queues' failed tasks by failure group, in bounded steps, one queue after another. Afterwards, only
/// recounts queues whose number of failed tasks has changed: if it has grown, counts just the new tasks; if it has
/// shrunk, recounts the queue from the start, and the previous count remains available until then.
class QueuesCensus
{
public:
    /// Current number of failed tasks in a queue.
    struct Failed
    {
        QueueName queue;
        QByteArray layout;
        qint64 tasks = 0;
    };

    /// Sets the queues to count, and drops all others. `first`: queue to count before the others.
    void expect(const std::vector<Failed>& queues, const QueueName& first = {});
    /// Recounts a queue even if its number of failed tasks hasn't changed. Call this if tasks may have been both added
    /// and removed.
    void lookAgain(const QueueName& queue);
    /// Returns whether any queue needs counting, because its number of failed tasks has changed or because of
    /// lookAgain().
    bool isDue() const { return nextDue() != nullptr; }
    /// Counts up to 1,000 more tasks. Returns true once all queues have been counted. Skips queues that no longer
    /// exist. After an error, counts the queue from the start. Errors: same as QueueInspector.
    Result<bool> step(Backend& backend);

    /// Returns the counts, sorted by queue name. A queue's count is partial until it has been counted once.
    std::vector<CountedFailures> counted() const;
    /// Returns the queues that have been counted or have no failed tasks.
    QSet<QueueName> known() const;
    /// Returns how many tasks have been counted so far, out of total().
    qint64 progress() const;
    qint64 total() const;
    /// Returns the number of tasks without a group, because the group limit was reached.
    qint64 others() const;

private:
    struct Count
    {
        Failed failed;
        /// unfinished census, or a finished one that later failures are added to
        std::shared_ptr<FailureCensus> under;
        CountedFailures told; ///< last complete count
        qint64 counted = -1; ///< number of tasks in `told`; -1: never counted
        bool again = false; ///< true if lookAgain() was called
        qint64 missing = 0; ///< number of failed tasks that the queue reported beyond those in the last complete count
        qint64 others = 0;
    };

    Count* nextDue();
    const Count* nextDue() const { return const_cast<QueuesCensus*>(this)->nextDue(); }

    static bool isDue(const Count& count);

    QueueName m_first;
    std::map<QueueName, Count> m_queues;
};

} // namespace dueline
