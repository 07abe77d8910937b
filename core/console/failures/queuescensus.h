// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"

#include <map>

namespace dueline {

/// Counts the failed tasks of several queues by kind, in bounded steps, a queue after the other. Later on only those
/// are counted anew whose number of failed tasks has changed: what came is added, and where something left, the queue
/// is counted from its start while its former count stays.
class QueuesCensus
{
public:
    /// How many of a queue's tasks are failed now, as the queue says.
    struct Failed
    {
        QueueName queue;
        QByteArray layout;
        qint64 tasks = 0;
    };

    /// What there is to count by now; what is not named is forgotten. `first`: is counted before the others.
    void expect(const std::vector<Failed>& queues, const QueueName& first = {});
    /// Goes on with a queue although its number is what it was: tasks may have left and come in equal numbers.
    void lookAgain(const QueueName& queue);
    /// Whether what was counted differs from what expect() said, or a queue is to be looked at again.
    bool isDue() const { return nextDue() != nullptr; }
    /// One step of at most 1,000 tasks. True: all is counted. A queue that is gone meanwhile is left out. Errors: those
    /// of QueueInspector, after which the queue is counted from its start.
    Result<bool> step(Backend& backend);

    /// As far as is known, queues in the order of their names; of one that is counted for the first time what was met.
    std::vector<CountedFailures> counted() const;
    /// Those that were counted, or have nothing to count.
    QSet<QueueName> known() const;
    /// Tasks that were counted, those of the queue under way included, and how many there are.
    qint64 progress() const;
    qint64 total() const;
    /// In more kinds than are told apart.
    qint64 others() const;

private:
    struct Count
    {
        Failed failed;
        std::shared_ptr<FailureCensus> under; ///< under way, or complete and gone on with
        CountedFailures told; ///< the last complete count
        qint64 counted = -1; ///< tasks in `told`; -1: never counted
        bool again = false; ///< lookAgain()
        qint64 missing = 0; ///< tasks that were there and not met, when it was complete last
        qint64 others = 0;
    };

    Count* nextDue();
    const Count* nextDue() const { return const_cast<QueuesCensus*>(this)->nextDue(); }

    static bool isDue(const Count& count);

    QueueName m_first;
    std::map<QueueName, Count> m_queues;
};

} // namespace dueline
