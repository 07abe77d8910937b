// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queuepulse.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Observer of RQ queues. Reads the job that workers will claim next, the running jobs, and whether workers are
/// suspended or idle. Omits the shared pseudo-queue, which contains no tasks.
class RqPulse : public CountPulse
{
public:
    RqPulse(QueueInspector& inspector, RedisClient& client)
        : CountPulse(inspector, true)
        , m_client(client)
    { }

protected:
    Result<> complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos) override;
    /// Returns no limit: RQ sends a heartbeat every 30 s or, in a SimpleWorker, none while a job is running. A dead
    /// worker's key expires, and the worker then counts as lost.
    Millis busyHeartbeat() const override { return Millis::max(); }

private:
    RedisClient& m_client;
    std::map<QueueName, QByteArray> m_heads; ///< for each queue, the job that workers will claim next
};

} // namespace dueline
