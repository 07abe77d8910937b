// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuretrend.h"
#include "core/console/failures/kindclustering.h"
#include "core/queue/backend.h"
#include "core/queue/errors/errorpattern.h"

#include <QHash>
#include <QSet>

#include <memory>
#include <set>

namespace dueline {

/// Failed tasks with the same type and the same reason for the failure.
struct FailureCount
{
    QByteArray type;
    QByteArray error; ///< common ErrorTemplate; empty: the tasks failed without an error message
    QByteArray name; ///< displayed form of the kind: KindClustering::nameOf(); set by groups() only
    PlaceholderValues values; ///< values of the placeholders in `error`
    QString terms; ///< filter terms for the error, from KindClustering::filterOf()
    qint64 count = 0;
    TimePoint first{}; ///< failure times of the earliest and the latest task
    TimePoint last{};
    FailureTrend trend;
    QByteArray example; ///< complete error of the task that failed last, at most 1 KiB; untrusted text
    /// Task::ownQueue of the tasks, at most mostOwnQueues; empty unless several queues share one
    /// key.
    std::set<QueueName> ownQueues = {};

    static constexpr std::size_t mostOwnQueues = 20;

    void addOwnQueue(const QueueName& queue)
    {
        if (!queue.isEmpty() && ownQueues.size() < mostOwnQueues)
            ownQueues.insert(queue);
    }
    bool operator==(const FailureCount&) const = default;
    /// Returns a filter that matches exactly these tasks: `state:failed type:"mail.send" kind:"Timeout after <*> s"`.
    QString filter() const;
};

/// Census of a queue's failed tasks by type and failure group, in bounded steps. Each task is counted once; further
/// steps add later failures without recounting. The census cannot detect that a task has left the Failed state: compare
/// counted() with the queue's own count to decide when to start over. The census stores error messages with their
/// counts instead of tasks, and at most `mostGroups` messages. Beyond that, the messages of each failure group are
/// merged permanently; if this frees no space, further messages are counted only in others().
class FailureCensus
{
public:
    static constexpr std::size_t mostGroups = 5'000;

    /// Creates a census that counts only the tasks that match `filter`.
    explicit FailureCensus(QueueName queue, TaskFilter filter = {});

    /// Runs one step, which counts up to 1,000 tasks. Returns true when all tasks have been counted; a further call
    /// adds later failures. After an error, the census is unchanged. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);

    qint64 counted() const { return m_counted; }
    qint64 others() const { return m_others; }
    /// Returns the groups, largest first. Groups of equal size are sorted by their latest failure.
    std::vector<FailureCount> groups() const;
    /// Returns the components of groups(): one per type and errorText(), or per permanently merged group.
    const std::vector<FailureCount>& texts() const { return m_groups; }

private:
    void count(const Task& task);
    bool makeRoom();

    QueueName m_queue;
    TaskFilter m_filter;
    QByteArray m_cursor; ///< last cursor; later tasks have not been counted, except those in m_tail
    QSet<QByteArray> m_tail; ///< tasks after m_cursor that have been counted
    int m_look; ///< number of tasks in the next step
    ErrorReader m_reader;
    QHash<QByteArray, std::size_t> m_index; ///< groups by type and text
    std::vector<FailureCount> m_groups;
    std::unique_ptr<KindClustering> m_joined; ///< result of makeRoom(); null if no messages were merged
    bool m_roomMade = true; ///< true if the last makeRoom() freed enough space
    mutable std::unique_ptr<KindClustering> m_clustering; ///< clustering of the first m_clustered messages
    mutable std::size_t m_clustered = 0;
    qint64 m_counted = 0;
    qint64 m_others = 0;
};

} // namespace dueline
