// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bull/bullspec.h"
#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/queue/schedulebook.h"

namespace dueline {

/// The repeating jobs of Bull queues. They are listed and removed; Bull itself adds the next run when one begins, so
/// what would write or tick one answers NotSupported.
class BullSchedules : public ScheduleBook
{
public:
    /// `ours`: the prefix of our own keys.
    BullSchedules(RedisClient& client, const BullSpec& spec, const QByteArray& ours);

    static constexpr int mostListed = 1000;

    /// Each is named by its row. Of the payload up to 64 KiB, from the job that is its next run.
    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override;
    /// With its next run, while that is scheduled. Errors: NotFound, Busy (it went on meanwhile).
    Result<> remove(const QueueName& queue, const QByteArray& name) override;
    Result<DueSchedules> due(const QueueName& queue) override;
    Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision) override;

private:
    RedisClient& m_client;
    BullSpec m_spec;
    QByteArray m_ours;
    FrameworkScripts m_scripts;
};

} // namespace dueline
