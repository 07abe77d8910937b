// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/queue/queuecheckup.h"

namespace dueline {

/// Looks at a queue of Celery for what nobody takes, and at the shared place for messages that come back to their queue
/// late, or although they are still held. Two or three round trips, whatever is in the queue.
class CeleryCheckup : public QueueCheckup
{
public:
    /// After that a message that is not acknowledged is delivered again, unless workers have another
    /// `visibility_timeout`, which no key tells.
    static constexpr Millis usualTimeout{std::chrono::hours(1)};
    static constexpr qint64 mostRead = 200; ///< messages of the shared place, which were taken first
    static constexpr qint64 longestRead = 64 * 1024; ///< bytes of one

    /// `lists`: of the queue; none of the shared place.
    CeleryCheckup(RedisClient& client, RedisClock& clock, const CelerySpec& spec, std::vector<QByteArray> lists,
        const QueueName& queue, const QueueName& called);

    Result<bool> step() override;
    qint64 looked() const override { return m_looked; }
    std::vector<QueueFinding> findings() const override { return m_findings; }

private:
    /// Whether nobody listens on any pattern, as workers do; false: unknown.
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
