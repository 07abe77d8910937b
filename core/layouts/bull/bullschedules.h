// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bull/bullspec.h"
#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/layouts/shared/jobs/listedschedules.h"

namespace dueline {

/// Repeating jobs of Bull queues. They can be listed and removed, but Bull itself schedules each run when the previous
/// one starts.
class BullSchedules : public ListedSchedules
{
public:
    /// Creates a schedule book. `ours`: prefix of Dueline's own keys.
    BullSchedules(RedisClient& client, const BullSpec& spec, const QByteArray& ours);

    static constexpr int mostListed = 1000;

    /// Returns the repeating jobs, identified by their members in the `repeat` set. Each includes up to 64 KiB of
    /// payload, read from the next run.
    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    /// Removes a repeating job and its next run, if one is scheduled. Errors: NotFound; Busy if the next run has
    /// changed since it was read.
    Result<> remove(const QueueName& queue, const QByteArray& name) override;

private:
    RedisClient& m_client;
    BullSpec m_spec;
    QByteArray m_ours;
    FrameworkScripts m_scripts;
};

} // namespace dueline
