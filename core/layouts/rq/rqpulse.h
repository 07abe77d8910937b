// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queuepulse.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Pulse of RQ queues: the next job that a worker will claim, the running jobs, and whether workers are suspended or
/// idle. The shared place is omitted, because it has no tasks.
class RqPulse : public CountPulse
{
public:
    RqPulse(QueueInspector& inspector, RedisClient& client)
        : CountPulse(inspector, true)
        , m_client(client)
    { }

protected:
    Result<> complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos) override;

private:
    RedisClient& m_client;
    std::map<QueueName, QByteArray> m_heads; ///< next job that a worker will claim, by queue
};

} // namespace dueline
