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

/// Tasks of one type that failed for the same reason.
struct FailureGroup
{
    QByteArray type;
    QByteArray error; ///< the ErrorKind of them all; empty: they failed without a word
    QByteArray name; ///< the kind as it is told: KindClustering::nameOf(); of groups() alone
    FoldedValues values; ///< what stands at the folded places of `error`
    QString terms; ///< what a filter says of the error: KindClustering::filterOf()
    qint64 count = 0;
    TimePoint first{}; ///< when the first and the last of them got there
    TimePoint last{};
    FailureTrend trend;
    QByteArray example; ///< the whole error of the last one, at most 1 KiB; untrusted text
    std::set<QueueName> ownQueues = {}; ///< Task::ownQueue of them, at most mostOwnQueues; empty outside shared places

    static constexpr std::size_t mostOwnQueues = 20;

    void addOwnQueue(const QueueName& queue)
    {
        if (!queue.isEmpty() && ownQueues.size() < mostOwnQueues)
            ownQueues.insert(queue);
    }
    bool operator==(const FailureGroup&) const = default;
    /// `state:failed type:"mail.send" kind:"Timeout after <*> s"`: exactly these tasks.
    QString filter() const;
};

/// Counts a queue's failed tasks by type and kind of error, each once, in bounded steps; after the end it goes on with
/// what has failed since, without counting again. It cannot see that a task has left: whoever compares counted() with
/// the queue's own number knows when to begin anew.
///  Kept are error texts with their numbers, not tasks: `mostGroups` at a time. When there are more, those of one kind
/// are joined for good; where that makes no room, what would be one more is counted in others() alone.
class FailureCensus
{
public:
    static constexpr std::size_t mostGroups = 5'000;

    /// Counts only the tasks that match `filter`.
    explicit FailureCensus(QueueName queue, TaskFilter filter = {});

    /// One step: at most 1,000 tasks looked at. True: everything was counted; a further call goes on with what came
    /// later. An error leaves the census as it was. Errors: those of QueueInspector.
    Result<bool> step(Backend& backend);

    qint64 counted() const { return m_counted; }
    qint64 others() const { return m_others; }
    /// Worst first: the largest, of equal ones the latest.
    std::vector<FailureGroup> groups() const;
    /// What groups() joins: a group for each type and errorText(), or kind that was joined for good.
    const std::vector<FailureGroup>& texts() const { return m_groups; }

private:
    void count(const Task& task);
    bool makeRoom();

    QueueName m_queue;
    TaskFilter m_filter;
    QByteArray m_cursor; ///< the last one that was given: what follows it was not counted, but for m_tail
    QSet<QByteArray> m_tail; ///< counted behind m_cursor, as they stood there
    int m_look; ///< tasks the next step looks at
    ErrorReader m_reader;
    QHash<QByteArray, std::size_t> m_index; ///< by type and text
    std::vector<FailureGroup> m_groups;
    std::unique_ptr<KindClustering> m_joined; ///< what makeRoom() has made; null: everything is as it was met
    bool m_roomMade = true; ///< whether the last makeRoom() was worth it
    mutable std::unique_ptr<KindClustering> m_clustering; ///< of m_clustered texts
    mutable std::size_t m_clustered = 0;
    qint64 m_counted = 0;
    qint64 m_others = 0;
};

} // namespace dueline
