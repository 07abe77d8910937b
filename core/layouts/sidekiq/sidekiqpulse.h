// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/sidekiq/sidekiqspec.h"
#include "core/layouts/sidekiq/sidekiqwork.h"
#include "core/queue/queuepulse.h"

namespace dueline {

/// Pulse of Sidekiq queues. It reads the next job in line, the running jobs, and the processes' heartbeats. It skips
/// the shared pseudo-queue, which processes poll at long intervals.
class SidekiqPulse : public CountPulse
{
public:
    SidekiqPulse(
        QueueInspector& inspector, RedisClient& client, SidekiqSpec spec, std::shared_ptr<const SidekiqWork> work)
        : CountPulse(inspector, true)
        , m_client(client)
        , m_spec(std::move(spec))
        , m_work(std::move(work))
    { }

protected:
    Result<> complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos) override;

private:
    void tellProcesses(PulseReading& reading, TimePoint now) const;

    RedisClient& m_client;
    SidekiqSpec m_spec;
    std::shared_ptr<const SidekiqWork> m_work;
    std::map<QueueName, QByteArray> m_heads; ///< next job in line, by queue
};

} // namespace dueline
