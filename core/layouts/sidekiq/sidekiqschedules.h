// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/layouts/sidekiq/sidekiqspec.h"

namespace dueline {

/// Recurring jobs of sidekiq-cron 1.x (`cron_jobs`, `cron_job:NAME`), all listed in the shared pseudo-queue. They can
/// be enabled and disabled here, but only the program that loads them can add, change or remove them. Sidekiq processes
/// create a job for each run.
class SidekiqSchedules : public ListedSchedules
{
public:
    /// Creates a schedule book. `ours`: prefix of Dueline's own keys.
    SidekiqSchedules(RedisClient& client, const SidekiqSpec& spec, const QByteArray& ours);

    static constexpr std::size_t mostListed = 1'000;
    // maximum size of a field in bytes; larger fields aren't read, only reported as unreadable
    static constexpr qint64 longestField = 64 * 1024;

    /// Returns the recurring jobs, with the time of the next run if CronSchedule can parse the expression. As in
    /// Sidekiq, expressions without a time zone are in UTC.
    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    /// Enables or disables a recurring job. Errors: Busy if the job has changed since it was read
    /// (Schedule::definition); NotFound; NotSupported for other changes.
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override;

private:
    Result<std::vector<QByteArray>> members();

    RedisClient& m_client;
    SidekiqSpec m_spec;
    QByteArray m_ours;
    FrameworkScripts m_scripts;
};

} // namespace dueline
