// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/queuecheckup.h"
#include "core/redis/redisclient.h"

#include <set>

namespace dueline {

/// Finds ids in a queue of Bull or BullMQ whose job is missing, and parents that wait for missing children. Each is
/// seen in two rounds, since jobs move and end meanwhile. Reads alone, a bounded step at a time.
class JobOrphans
{
public:
    static constexpr qint64 mostIds = 200'000; ///< of a list or set that are looked at
    static constexpr std::size_t mostFound = 1'000;
    static constexpr qint64 mostParents = 1'000;

    /// `base`: what all keys of the queue begin with. `shown`: the queue's name for people.
    JobOrphans(RedisClient& client, QByteArray base, std::vector<TaskSource> sources, QString shown);

    /// One step through the lists and sets; true: there are more.
    Result<bool> step();
    /// One step through the parents; true: there are more.
    Result<bool> stepThroughParents();
    qint64 looked() const { return m_looked; } ///< ids
    std::vector<QueueFinding> findings() const;

    /// Returns the beginnings that job keys may have instead of `base`, whose prefix is `prefix`: ioredis' `keyPrefix`
    /// is added to the keys of lists and not to those of jobs.
    static std::vector<QByteArray> basesWithoutKeyPrefix(const QByteArray& base, const QByteArray& prefix);
    /// A sentence about a job whose hash is at `key`, outside the queue's own prefix.
    static QByteArray keyPrefixText(const QByteArray& key);
    /// Children that the job at `hash` waits for and that are missing, of the first hundred or so.
    static Result<std::vector<QByteArray>> lostChildren(RedisClient& client, const QByteArray& hash);

private:
    static constexpr qint64 perStep = 250;

    Result<bool> lookAt(const TaskSource& source);
    /// Judges which ids of the first round still stand in the source without a job.
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
    bool m_isCut = false; ///< not every id was looked at
    std::set<TaskId> m_without; ///< of the source that is looked at
    std::vector<TaskId> m_missing;
    std::vector<QByteArray> m_misplaced; ///< keys of their hashes
    bool m_hasMarker = false; ///< `0:0` is among the missing
    std::set<TaskId> m_waiting; ///< parents of the first round
    std::vector<TaskId> m_parents;
};

} // namespace dueline
