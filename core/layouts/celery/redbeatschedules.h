// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Recurring tasks of celery-redbeat (`redbeat::schedule`, `redbeat:NAME`) with default settings, all listed in the
/// shared place. They cannot be changed here. Celery's own beat process stores its schedule in a file, so that schedule
/// is not listed.
class RedbeatSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostListed = 1'000; ///< maximum number of tasks, starting with the one that runs next
    // maximum size in bytes; a longer field is only reported as unreadable
    static constexpr qint64 longestField = 64 * 1024;

    RedbeatSchedules(RedisClient& client, const CelerySpec& spec);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;

    /// Reads `definition` and `meta` of a task. The caller adds the next run.
    static ScheduleState read(const QByteArray& name, const QByteArray& definition, const QByteArray& meta);

private:
    RedisClient& m_client;
    CelerySpec m_spec;
};

} // namespace dueline
