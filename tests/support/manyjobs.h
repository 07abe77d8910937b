// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/redis/redisclient.h"

#include <functional>

namespace dueline {

/// Fills framework queues with large numbers of jobs of ten types, in the key formats of BullMQ 6.7, Sidekiq 6.4 and RQ
/// 1.13. Writes about 50,000 jobs per second. On error, prints the reason and exits.
class ManyJobs
{
public:
    static constexpr int jobsOfACall = 1'000;

    /// Creates a writer. `payload` is a job's payload size in bytes, at least 30.
    explicit ManyJobs(const RedisConfig& config, int payload = 300);

    /// Adds waiting jobs to the queue `bull:QUEUE:`, continuing BullMQ's numbering.
    void waitInBullmq(const QByteArray& queue, qint64 count);
    /// Adds jobs that failed on their only attempt, in five failure groups: one millisecond apart, the last one just
    /// now.
    void failInBullmq(const QByteArray& queue, qint64 count);
    void waitInSidekiq(const QByteArray& queue, qint64 count);
    /// Adds a queue's failed jobs, one millisecond apart, to the `dead` set, or to the `retry` set with the next run in
    /// an hour.
    void failInSidekiq(const QByteArray& set, const QByteArray& queue, qint64 count);
    void failInRq(const QByteArray& queue, qint64 count);

private:
    /// Calls `append` for each job in a batch, then sends the pipeline filled by `append` and `end`.
    void fill(qint64 count, const std::function<void(qint64 number, std::vector<Command>&)>& append,
        const std::function<Command()>& end);
    qint64 firstBullmqId(const QByteArray& base, qint64 count);
    QByteArray sidekiqJob(qint64 number, const QByteArray& queue, const QByteArray& further = {}) const;
    void call(const Command& command);

    RedisClient m_client;
    int m_payload;
    qint64 m_now; ///< current time in ms since 1970
};

} // namespace dueline
