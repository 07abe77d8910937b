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

/// Number of failed tasks of the same type and with the same error message, apart from varying parts.
struct FailureCount
{
    QByteArray type;
    QByteArray error; ///< ErrorTemplate that matches all errors; empty: the tasks failed without an error message
    QByteArray name; ///< `error` as displayed (KindClustering::nameOf()); only set by groups()
    PlaceholderValues values; ///< values for the placeholders in `error`
    QString terms; ///< filter terms for the errors that `error` matches (KindClustering::filterOf())
    qint64 count = 0;
    TimePoint first{}; ///< time of the first failure; `last`: time of the last one
    TimePoint last{};
    FailureTrend trend;
    QByteArray example; ///< complete error of the most recently failed task, up to 1 KiB; untrusted
    /// Queues that the tasks belong to (Task::ownQueue), at most mostOwnQueues. Empty unless several queues share a
    /// key.
    std::set<QueueName> ownQueues = {};

    static constexpr std::size_t mostOwnQueues = 20;

    void addOwnQueue(const QueueName& queue)
    {
        if (!queue.isEmpty() && ownQueues.size() < mostOwnQueues)
            ownQueues.insert(queue);
    }
    bool operator==(const FailureCount&) const = default;
    /// Returns a filter that matches exactly the counted tasks, such as `state:failed type:"mail.send" kind:"Timeout
    /// after <*> s"`.
    QString filter() const;
};

/// Census of a queue's failed tasks by type and failure group, in bounded steps. Each task is counted once; when all
/// are counted, further steps add later failures. The census doesn't notice tasks that are no longer failed: compare
/// counted() with the queue's count to decide whether to start over. It stores error messages and their counts rather
/// than tasks, and at most `mostGroups` messages. Beyond that, it permanently merges each failure group's messages; if
/// this frees too little space, tasks with new messages are counted only in others().
class FailureCensus
{
public:
    static constexpr std::size_t mostGroups = 5'000;

    /// Creates a census of the tasks that match `filter`.
    explicit FailureCensus(QueueName queue, TaskFilter filter = {});

    /// Counts up to 1,000 more tasks. Returns true once all tasks have been counted; the next call adds later failures.
    /// Can be called again after an error. Errors: same as QueueInspector.
    Result<bool> step(Backend& backend);

    qint64 counted() const { return m_counted; }
    qint64 others() const { return m_others; }
    /// Returns the failure groups, largest first; groups of equal size are sorted by their latest failure, newest
    /// first.
    std::vector<FailureCount> groups() const;
    /// Returns the counts that groups() is computed from: one per type and errorText(), or per permanently merged
    /// group.
    const std::vector<FailureCount>& texts() const { return m_groups; }

private:
    void count(const Task& task);
    bool makeRoom();

    QueueName m_queue;
    TaskFilter m_filter;
    QByteArray m_cursor; ///< start of the next step; only the tasks in m_tail have been counted after it
    QSet<QByteArray> m_tail; ///< counted tasks after m_cursor
    int m_look; ///< number of tasks the next step examines
    ErrorReader m_reader;
    QHash<QByteArray, std::size_t> m_index; ///< indexes in m_groups, by type and message
    std::vector<FailureCount> m_groups;
    /// clustering by which makeRoom() merged messages; null if makeRoom() was never called
    std::unique_ptr<KindClustering> m_joined;
    bool m_roomMade = true; ///< true if the last makeRoom() freed enough groups
    mutable std::unique_ptr<KindClustering> m_clustering; ///< clustering of m_groups' first m_clustered elements
    mutable std::size_t m_clustered = 0;
    qint64 m_counted = 0;
    qint64 m_others = 0;
};

} // namespace dueline
