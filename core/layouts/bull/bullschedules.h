// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bull/bullspec.h"
#include "core/queue/schedulebook.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// The repeating jobs of Bull queues, to be looked at: Bull itself adds the next run when one begins. What would change
/// or tick one answers NotSupported.
class BullSchedules : public ScheduleBook
{
public:
    BullSchedules(RedisClient& client, const BullSpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    static constexpr int mostListed = 1000;

    /// Each is named by its row. Of the payload up to 64 KiB, from the job that is its next run.
    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override;
    Result<> remove(const QueueName& queue, const QByteArray& name) override;
    Result<DueSchedules> due(const QueueName& queue) override;
    Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision) override;

private:
    RedisClient& m_client;
    BullSpec m_spec;
};

} // namespace dueline
