// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/queuecheckup.h"
#include "core/redis/redisclient.h"

#include <set>

namespace dueline {

/// Searches a Bull or BullMQ queue for ids whose jobs are missing, and for parents waiting for missing children. Jobs
/// may move or finish during a scan, so this makes two rounds and reports only what both have found. Read-only; works
/// in bounded steps.
class JobOrphans
{
public:
    static constexpr qint64 mostIds = 200'000; ///< maximum number of ids checked per list or set
    static constexpr std::size_t mostFound = 1'000;
    static constexpr qint64 mostParents = 1'000;

    /// Creates a search for orphans. `base`: key prefix of the queue. `shown`: displayed queue name.
    JobOrphans(RedisClient& client, QByteArray base, std::vector<TaskSource> sources, QString shown);

    /// Checks the next ids in the lists and sets. Returns true if more remain.
    Result<bool> step();
    /// Checks the next waiting parents. Returns true if more remain.
    Result<bool> stepThroughParents();
    qint64 looked() const { return m_looked; } ///< number of ids checked
    std::vector<QueueFinding> findings() const;

    /// Returns the other prefixes that job keys may have: ioredis may add its `keyPrefix` to list keys but not to job
    /// keys. `prefix`: the layout's prefix, which is part of `base`.
    static std::vector<QByteArray> basesWithoutKeyPrefix(const QByteArray& base, const QByteArray& prefix);
    /// Returns a message saying that the job hash at `key` lacks its queue's prefix.
    static QByteArray keyPrefixText(const QByteArray& key);
    /// Returns the missing children that the job at `hash` is waiting for. Checks roughly the first 100 children.
    static Result<std::vector<QByteArray>> lostChildren(RedisClient& client, const QByteArray& hash);

private:
    static constexpr qint64 perStep = 250;

    Result<bool> lookAt(const TaskSource& source);
    /// Removes the ids found in the first round that are no longer in the source or now have a job.
    Result<> confirm(const TaskSource& source);
    QueueFinding missingJobs() const;
    QueueFinding misplacedJobs() const;

    RedisClient& m_client;
    QByteArray m_base;
    std::vector<TaskSource> m_sources;
    QString m_shown;
    std::vector<QByteArray> m_otherBases;
    std::size_t m_source = 0;
    qint64 m_offset = 0;
    bool m_isSecondRound = false;
    qint64 m_looked = 0;
    bool m_isCut = false; ///< true if some ids were not checked
    std::set<TaskId> m_without; ///< ids in the current source that have no job
    std::vector<TaskId> m_missing;
    std::vector<QByteArray> m_misplaced; ///< keys of job hashes without their queue's prefix
    /// true if `0:0`, the marker that BullMQ 3 and 4 push to `wait`, is among the missing ids
    bool m_hasMarker = false;
    std::set<TaskId> m_waiting; ///< waiting parents found in the first round
    std::vector<TaskId> m_parents;
};

} // namespace dueline
