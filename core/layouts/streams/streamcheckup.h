// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/layouts/streams/streaminspector.h"

namespace dueline {

/// Checkup for one group of a stream.
class StreamCheckup : public SteppedCheckup
{
public:
    static constexpr Millis longPending{dayMs};
    static constexpr Millis longIdle{dayMs};
    static constexpr Millis grace{minuteMs};
    static constexpr qint64 mostPending = 10'000; ///< maximum number of pending entries to read
    /// untrimmed streams with more entries than this are reported
    static constexpr qint64 manyEntries = 10'000;

    StreamCheckup(RedisClient& client, RedisClock& clock, StreamInspector& inspector, const QueueInfo& queue,
        const QueueName& called);

    Result<QString> repair(const QByteArray& kind, const std::set<TaskId>& ids) override;

private:
    Result<bool> resolve();
    Result<bool> judgePending();
    Result<bool> judgeConsumers();
    Result<bool> judgeDelayed();
    void judgeTrimming();

    RedisClient& m_client;
    RedisClock& m_clock;
    StreamInspector& m_inspector;
    QueueName m_name;
    QString m_shown;
    QString m_operand;
    StreamQueue m_queue;
    TimePoint m_now{};
    bool m_isGone = false;
    QByteArray m_at = "-"; ///< id where the next read of pending entries starts
    qint64 m_old = 0;
};

} // namespace dueline
