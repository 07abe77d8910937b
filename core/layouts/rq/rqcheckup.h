// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/queueinfo.h"

#include <map>
#include <set>

namespace dueline {

/// Ids of the jobs whose hashes never expire, by queue. One bounded scan of the server's keys finds them for all queues
/// on a connection.
class RqHashes
{
public:
    static constexpr std::size_t perStep = 250;

    explicit RqHashes(RedisClient& client)
        : m_client(client)
    { }

    /// Performs one bounded step. Returns true if more work remains. `looked`: receives the number of jobs read.
    /// Errors: same as RedisClient::call().
    Result<bool> step(qint64& looked);
    const std::vector<TaskId>& of(const QueueName& queue) { return m_lasting[queue]; }

private:
    Result<> walk();

    RedisClient& m_client;
    std::optional<std::vector<TaskId>> m_ids; ///< job ids; nullopt if not scanned yet
    std::size_t m_read = 0;
    std::map<QueueName, std::vector<TaskId>> m_lasting;
};

/// Checks an RQ queue for jobs that no worker will run: due jobs without a scheduler, jobs that a worker has claimed
/// but never started or finished, and deferred jobs whose dependencies have failed or no longer exist. Also finds job
/// hashes that no list or set refers to.
class RqCheckup : public SteppedCheckup
{
public:
    /// Delay after which a problem is reported. A scheduler polls every second, and its lock expires after one minute.
    static constexpr Millis grace{60'000};
    static constexpr std::size_t perStep = 250;
    static constexpr qint64 perWindow = 1'000; ///< number of ids to read from a list at a time
    static constexpr qint64 mostDeferred = 100'000; ///< maximum number of deferred jobs to read
    // maximum number of items per list or set to search for stray jobs
    static constexpr qint64 mostListed = 1'000'000;

    /// Creates a checkup. `hashes`: shared by all queues on a connection. `called`: queue name to use in messages and
    /// suggested commands.
    RqCheckup(RedisClient& client, RedisClock& clock, std::shared_ptr<RqHashes> hashes, const QueueInfo& queue,
        const QueueName& called);

private:
    Result<bool> readOverview();
    Result<bool> readHashes();
    Result<bool> leaveOutMembers();
    Result<bool> leaveOutListed();
    Result<bool> judgeStrays();
    Result<bool> judgeTaken();
    Result<bool> judgeDeferred();

    void tellUnscheduled(qint64 due, std::optional<TimePoint> first);
    void tellAbandoned(qint64 count);

    RedisClient& m_client;
    RedisClock& m_clock;
    std::shared_ptr<RqHashes> m_hashes;
    QueueName m_queue;
    QString m_shown; ///< queue name to use in messages
    QString m_operand; ///< queue name to use in suggested commands
    std::vector<TaskSource> m_sources;
    std::size_t m_source = 0; ///< index of the source being scanned
    TimePoint m_now{};
    std::set<TaskId> m_strays; ///< jobs that may be in no list or set
    std::vector<TaskId> m_taken; ///< jobs that workers had claimed at the first check
    std::vector<TaskId> m_behindFailed; ///< deferred jobs that depend on a failed job
    std::vector<TaskId> m_behindGone; ///< deferred jobs that depend on a job that no longer exists
};

} // namespace dueline
