// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/queue/queuecheckup.h"

namespace dueline {

/// Checks a Celery queue for messages that no worker claims. In the shared pseudo-queue, finds messages that will be
/// returned to their queue too late, or while a worker still holds them. Takes two or three round trips, however long
/// the queue is.
class CeleryCheckup : public QueueCheckup
{
public:
    /// Default time after which an unacknowledged message is redelivered. Workers may use a different
    /// `visibility_timeout`, which isn't stored in any key.
    static constexpr Millis usualTimeout{std::chrono::hours(1)};
    // maximum number of messages to read from the shared pseudo-queue, oldest claim first
    static constexpr qint64 mostRead = 200;
    static constexpr qint64 longestRead = 64 * 1024; ///< maximum size in bytes of a message to read

    /// Creates a checkup. `lists`: the queue's lists; empty for the shared pseudo-queue.
    CeleryCheckup(RedisClient& client, RedisClock& clock, const CelerySpec& spec, std::vector<QByteArray> lists,
        const QueueName& queue, const QueueName& called);

    Result<bool> step() override;
    qint64 looked() const override { return m_looked; }
    std::vector<QueueFinding> findings() const override { return m_findings; }

private:
    /// Returns true if no client has subscribed to a pattern, which means that no worker is connected; false if
    /// unknown.
    Result<bool> nobodyListens();
    Result<> judgeTaken(TimePoint now, bool nobodyListens);
    Result<> judgeEtas();
    Result<> judgeWaiting(bool nobodyListens);

    RedisClient& m_client;
    RedisClock& m_clock;
    CelerySpec m_spec;
    std::vector<QByteArray> m_lists;
    QueueName m_queue;
    QString m_shown;
    qint64 m_looked = 0;
    std::vector<QueueFinding> m_findings;
};

} // namespace dueline
