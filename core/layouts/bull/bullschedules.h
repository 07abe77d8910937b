// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bull/bullspec.h"
#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/queue/schedulebook.h"

namespace dueline {

/// Repeating jobs of Bull queues. They can be listed and removed, but Bull itself schedules each run when the previous
/// one starts, so put() and tick() return NotSupported.
class BullSchedules : public ScheduleBook
{
public:
    /// Creates a schedule book. `ours`: prefix of Dueline's own keys.
    BullSchedules(RedisClient& client, const BullSpec& spec, const QByteArray& ours);

    static constexpr int mostListed = 1000;

    /// Returns the repeating jobs, identified by their members in the `repeat` set. Each includes up to 64 KiB of
    /// payload, read from the next run.
    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override;
    /// Removes a repeating job and its next run, if one is scheduled. Errors: NotFound; Busy if the next run has
    /// changed since it was read.
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
