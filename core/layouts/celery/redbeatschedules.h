// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Recurring tasks that celery-redbeat stores with its default settings (`redbeat::schedule`, `redbeat:NAME`). All of
/// them are listed in the shared pseudo-queue, and they are read-only here. Celery's own beat stores its schedule in a
/// file, so that schedule isn't listed.
class RedbeatSchedules : public ListedSchedules
{
public:
    // maximum number of tasks to list, soonest first
    static constexpr qint64 mostListed = 1'000;
    // maximum size of a field in bytes; larger ones are only reported as unreadable
    static constexpr qint64 longestField = 64 * 1024;

    RedbeatSchedules(RedisClient& client, const CelerySpec& spec);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;

    /// Parses a task's `definition` and `meta`. The caller adds the time of the next run.
    static ScheduleState read(const QByteArray& name, const QByteArray& definition, const QByteArray& meta);

private:
    RedisClient& m_client;
    CelerySpec m_spec;
};

} // namespace dueline
