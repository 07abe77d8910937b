// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/sidekiq/sidekiqwork.h"
#include "core/queue/queuecheckup.h"

namespace dueline {

/// Checks a Sidekiq queue for jobs that no process claims, and for jobs left behind by a dead process. For the shared
/// pseudo-queue, finds lost processes with their running jobs, interrupted jobs, and a full dead set. Takes a small
/// number of round trips, regardless of the queue's size.
class SidekiqCheckup : public QueueCheckup
{
public:
    static constexpr Millis grace{60'000}; ///< time after which a waiting job counts as late
    static constexpr qint64 mostDead = 10'000; ///< Sidekiq's default value of dead_max_jobs

    SidekiqCheckup(RedisClient& client, RedisClock& clock, SidekiqWork& work, const SidekiqSpec& spec,
        const QueueInfo& queue, const QueueName& called);

    Result<bool> step() override;
    qint64 looked() const override { return m_looked; }
    std::vector<QueueFinding> findings() const override { return m_findings; }

private:
    void judgeProcesses();
    Result<> judgeDead();
    Result<> judgeInterrupted();
    void judgeOrphans();
    Result<> judgeWaiting(TimePoint now);

    RedisClient& m_client;
    RedisClock& m_clock;
    SidekiqWork& m_work;
    SidekiqSpec m_spec;
    QueueName m_queue;
    bool m_isPaused = false;
    QString m_shown; ///< queue name for messages
    QString m_operand; ///< queue name for suggested commands
    qint64 m_looked = 0;
    std::vector<QueueFinding> m_findings;
};

} // namespace dueline
