// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"

#include <map>

namespace dueline {

/// Count of the failed tasks of several queues by failure group, in bounded steps, one queue after another. Afterwards,
/// recounts only queues whose number of failed tasks has changed. If the number has grown, it counts only the new
/// tasks. If it has shrunk, it counts the queue from the start; until then, the previous count remains available.
class QueuesCensus
{
public:
    /// Current number of failed tasks of a queue.
    struct Failed
    {
        QueueName queue;
        QByteArray layout;
        qint64 tasks = 0;
    };

    /// Sets the queues to count, and drops all others. `first`: queue that is counted before the others.
    void expect(const std::vector<Failed>& queues, const QueueName& first = {});
    /// Recounts a queue even if its number of failed tasks has not changed. Call this if tasks may have been both added
    /// and removed.
    void lookAgain(const QueueName& queue);
    /// Returns whether any queue must be counted, because its number of failed tasks has changed or because of
    /// lookAgain().
    bool isDue() const { return nextDue() != nullptr; }
    /// Runs one step, which counts up to 1,000 tasks. Returns true once all queues have been counted. Skips a queue
    /// that no longer exists. After an error, counts the queue from the start. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);

    /// Returns the counts, sorted by queue name. While a queue is counted for the first time, its count is partial.
    std::vector<CountedFailures> counted() const;
    /// Returns the queues that have been counted or have no failed tasks.
    QSet<QueueName> known() const;
    /// Returns how many tasks have been counted so far; total() returns how many there are to count.
    qint64 progress() const;
    qint64 total() const;
    /// Returns the number of tasks that belong to no group, because the maximum number of groups was reached.
    qint64 others() const;

private:
    struct Count
    {
        Failed failed;
        /// unfinished census, or a finished one to which later failures are added
        std::shared_ptr<FailureCensus> under;
        CountedFailures told; ///< last complete count
        qint64 counted = -1; ///< number of tasks in `told`; -1: never counted
        bool again = false; ///< true if lookAgain() was called
        qint64 missing
            = 0; ///< number of failed tasks that the queue reported and the last complete count did not include
        qint64 others = 0;
    };

    Count* nextDue();
    const Count* nextDue() const { return const_cast<QueuesCensus*>(this)->nextDue(); }

    static bool isDue(const Count& count);

    QueueName m_first;
    std::map<QueueName, Count> m_queues;
};

} // namespace dueline
