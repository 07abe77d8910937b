// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/queueinfo.h"

#include <map>
#include <set>

namespace dueline {

/// Jobs whose hash nothing lets end, by queue: by one bounded walk over the keys of the server, which the queues of a
/// connection share.
class RqHashes
{
public:
    static constexpr std::size_t perStep = 250;

    explicit RqHashes(RedisClient& client)
        : m_client(client)
    { }

    /// One bounded step; true: there is more. `looked`: how many jobs it read. Errors: as RedisClient::call().
    Result<bool> step(qint64& looked);
    const std::vector<TaskId>& of(const QueueName& queue) { return m_lasting[queue]; }

private:
    Result<> walk();

    RedisClient& m_client;
    std::optional<std::vector<TaskId>> m_ids; ///< nullopt: not walked yet
    std::size_t m_read = 0;
    std::map<QueueName, std::vector<TaskId>> m_lasting;
};

/// Looks at a queue of RQ for jobs that nobody runs: due ones without a scheduler, those that a worker took and never
/// began or never ended, deferred ones whose dependencies failed or are gone, and hashes of jobs that stand nowhere.
class RqCheckup : public SteppedCheckup
{
public:
    static constexpr Millis grace{60'000}; ///< a scheduler looks every second, its lock lasts a minute
    static constexpr std::size_t perStep = 250;
    static constexpr qint64 perWindow = 1'000; ///< ids of a list
    static constexpr qint64 mostDeferred = 100'000; ///< deferred jobs that are looked at
    static constexpr qint64 mostListed = 1'000'000; ///< ids of a list or set that are looked through for strays

    /// `hashes`: shared by the queues of one connection. `called`: what the queue is called in sentences and commands.
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
    QString m_shown; ///< the queue, in sentences
    QString m_operand; ///< the queue, in commands
    std::vector<TaskSource> m_sources;
    std::size_t m_source = 0; ///< of the sources, the one that is looked through
    TimePoint m_now{};
    std::set<TaskId> m_strays; ///< that may be some
    std::vector<TaskId> m_taken; ///< by a worker, at the first look
    std::vector<TaskId> m_behindFailed; ///< deferred jobs that wait for one that failed
    std::vector<TaskId> m_behindGone; ///< deferred jobs that wait for one that is gone
};

} // namespace dueline
