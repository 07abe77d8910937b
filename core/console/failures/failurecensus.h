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

/// Number of failed tasks with the same type and the same error message, apart from varying parts.
struct FailureCount
{
    QByteArray type;
    QByteArray error; ///< ErrorTemplate that all errors match; empty: the tasks failed without an error message
    QByteArray name; ///< `error` in its displayed form (KindClustering::nameOf()); set only by groups()
    PlaceholderValues values; ///< values of the placeholders in `error`
    QString terms; ///< filter terms for these errors (KindClustering::filterOf())
    qint64 count = 0;
    TimePoint first{}; ///< time at which the first of these tasks failed; `last`: time at which the last one failed
    TimePoint last{};
    FailureTrend trend;
    QByteArray example; ///< complete error of the task that failed last, up to 1 KiB; untrusted
    /// Queues that the tasks belong to (Task::ownQueue), at most mostOwnQueues. Empty unless several queues share one
    /// key.
    std::set<QueueName> ownQueues = {};

    static constexpr std::size_t mostOwnQueues = 20;

    void addOwnQueue(const QueueName& queue)
    {
        if (!queue.isEmpty() && ownQueues.size() < mostOwnQueues)
            ownQueues.insert(queue);
    }
    bool operator==(const FailureCount&) const = default;
    /// Returns a filter that matches exactly these tasks, such as `state:failed type:"mail.send" kind:"Timeout after
    /// <*> s"`.
    QString filter() const;
};

/// Count of a queue's failed tasks by type and failure group, in bounded steps. Each task is counted once; when all are
/// counted, further steps add later failures. The census does not notice that a task is no longer failed: compare
/// counted() with the queue's own count to decide whether to start over. It stores error messages and their counts, not
/// tasks, and at most `mostGroups` messages. Beyond that, it permanently merges the messages of each failure group; if
/// this frees too little space, tasks with new messages are counted only in others().
class FailureCensus
{
public:
    static constexpr std::size_t mostGroups = 5'000;

    /// Creates a census of the tasks that match `filter`.
    explicit FailureCensus(QueueName queue, TaskFilter filter = {});

    /// Runs one step, which counts up to 1,000 tasks. Returns true once all tasks have been counted; the next call adds
    /// later failures. After an error, step() can be called again. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);

    qint64 counted() const { return m_counted; }
    qint64 others() const { return m_others; }
    /// Returns the failure groups, largest first; among equally large groups, the one with the latest failure first.
    std::vector<FailureCount> groups() const;
    /// Returns the counts from which groups() is computed: one per type and errorText(), or per group that was
    /// permanently merged.
    const std::vector<FailureCount>& texts() const { return m_groups; }

private:
    void count(const Task& task);
    bool makeRoom();

    QueueName m_queue;
    TaskFilter m_filter;
    QByteArray m_cursor; ///< position at which the next step starts; only the tasks in m_tail have been counted after
                         ///< this point
    QSet<QByteArray> m_tail; ///< counted tasks after m_cursor
    int m_look; ///< number of tasks that the next step examines
    ErrorReader m_reader;
    QHash<QByteArray, std::size_t> m_index; ///< indexes in m_groups, by type and message
    std::vector<FailureCount> m_groups;
    /// clustering by which makeRoom() merged messages; null if it was never called
    std::unique_ptr<KindClustering> m_joined;
    bool m_roomMade = true; ///< true if the last makeRoom() freed enough groups
    mutable std::unique_ptr<KindClustering> m_clustering; ///< clustering of the first m_clustered elements of m_groups
    mutable std::size_t m_clustered = 0;
    qint64 m_counted = 0;
    qint64 m_others = 0;
};

} // namespace dueline
