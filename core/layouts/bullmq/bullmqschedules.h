// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/layouts/shared/jobs/listedschedules.h"

namespace dueline {

/// Job schedulers of BullMQ queues, and repeating jobs of earlier versions. They can be listed and removed, but BullMQ
/// itself schedules each run when the previous one starts.
class BullmqSchedules : public ListedSchedules
{
public:
    /// Creates a schedule book. `ours`: prefix of Dueline's own keys.
    BullmqSchedules(RedisClient& client, const BullmqSpec& spec, const QByteArray& ours);

    static constexpr int mostListed = 1000;

    /// Returns the schedules, identified by their BullMQ names. Truncates each payload to 64 KiB.
    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    /// Removes a schedule and its next run. Errors: NotFound; Busy if the schedule has advanced since it was read;
    /// NotSupported for a repeating job of an earlier version.
    Result<> remove(const QueueName& queue, const QByteArray& name) override;

private:
    OverlayKeys keys(const QueueName& queue) const { return OverlayKeys::beside(m_ours, m_spec.base(queue)); }

    RedisClient& m_client;
    BullmqSpec m_spec;
    QByteArray m_ours;
    FrameworkScripts m_scripts;
};

} // namespace dueline
