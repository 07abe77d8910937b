// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/layouts/sidekiq/sidekiqspec.h"
#include "core/queue/schedulebook.h"

namespace dueline {

/// The recurring jobs of sidekiq-cron 1.x (`cron_jobs`, `cron_job:NAME`), all of them in the shared place. They are
/// listed, enabled and disabled; a process of Sidekiq makes their jobs, and the program that loads them adds, changes
/// and removes them.
class SidekiqSchedules : public ScheduleBook
{
public:
    /// `ours`: the prefix of our own keys.
    SidekiqSchedules(RedisClient& client, const SidekiqSpec& spec, const QByteArray& ours);

    static constexpr std::size_t mostListed = 1'000;
    static constexpr qint64 longestField = 64 * 1024; ///< bytes; of what is longer only that it cannot be read

    /// Next runs are told where the expression is one that CronSchedule reads; without a zone it means UTC there, too.
    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    /// Enables or disables one that is otherwise as it was seen (Schedule::definition). Errors: Busy where it is not,
    /// NotFound, NotSupported for anything else.
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override;
    Result<> remove(const QueueName& queue, const QByteArray& name) override; ///< Errors: NotSupported.
    Result<DueSchedules> due(const QueueName& queue) override;
    Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision) override;

private:
    Result<std::vector<QByteArray>> members();

    RedisClient& m_client;
    SidekiqSpec m_spec;
    QByteArray m_ours;
    FrameworkScripts m_scripts;
};

} // namespace dueline
