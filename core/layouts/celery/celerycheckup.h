// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/queue/queuecheckup.h"

namespace dueline {

/// Checks a Celery queue for messages that no worker claims. In the shared place, it finds messages that return to
/// their queue late, or while a worker still holds them. The check needs two or three round trips, regardless of the
/// size of the queue.
class CeleryCheckup : public QueueCheckup
{
public:
    /// Time after which an unacknowledged message is delivered again by default. Workers may use a different
    /// `visibility_timeout`, which is not stored in any key.
    static constexpr Millis usualTimeout{std::chrono::hours(1)};
    // maximum number of messages read in the shared place, starting with those claimed first
    static constexpr qint64 mostRead = 200;
    static constexpr qint64 longestRead = 64 * 1024; ///< maximum number of bytes read per message

    /// Creates a checkup. `lists`: lists of the queue; empty for the shared place.
    CeleryCheckup(RedisClient& client, RedisClock& clock, const CelerySpec& spec, std::vector<QByteArray> lists,
        const QueueName& queue, const QueueName& called);

    Result<bool> step() override;
    qint64 looked() const override { return m_looked; }
    std::vector<QueueFinding> findings() const override { return m_findings; }

private:
    /// Returns whether no client has subscribed to a pattern, as workers do; false if unknown.
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
