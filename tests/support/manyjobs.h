// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/redis/redisclient.h"

#include <functional>

namespace dueline {

/// Fills queues of frameworks with very many jobs of ten types, with the keys as the frameworks leave them: BullMQ 6.7,
/// Sidekiq 6.4 and RQ 1.13. Some 50,000 jobs a second; what goes wrong ends the program with the reason.
class ManyJobs
{
public:
    static constexpr int jobsOfACall = 1'000;

    /// `payload`: bytes of what a job holds, from 30 on.
    explicit ManyJobs(const RedisConfig& config, int payload = 300);

    /// Jobs that wait in the queue `bull:QUEUE:`, numbered from where BullMQ would go on.
    void waitInBullmq(const QByteArray& queue, qint64 count);
    /// Jobs that failed at their only attempt for reasons of five kinds, a millisecond after each other, the last of
    /// them just now.
    void failInBullmq(const QByteArray& queue, qint64 count);
    void waitInSidekiq(const QByteArray& queue, qint64 count);
    /// Jobs of a queue that failed, a millisecond after each other: in `dead`, or in `retry`, to run again in an hour.
    void failInSidekiq(const QByteArray& set, const QByteArray& queue, qint64 count);
    void failInRq(const QByteArray& queue, qint64 count);

private:
    /// Calls `append` for each job of a call, then sends what it and `end` put into the pipeline.
    void fill(qint64 count, const std::function<void(qint64 number, std::vector<Command>&)>& append,
        const std::function<Command()>& end);
    qint64 firstBullmqId(const QByteArray& base, qint64 count);
    QByteArray sidekiqJob(qint64 number, const QByteArray& queue, const QByteArray& further = {}) const;
    void call(const Command& command);

    RedisClient m_client;
    int m_payload;
    qint64 m_now; ///< ms since 1970
};

} // namespace dueline
