// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryspec.h"
#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// The recurring tasks of celery-redbeat (`redbeat::schedule`, `redbeat:NAME`), all of them in the shared place, as
/// they are kept by default. They are listed and never changed; what Celery's own beat has stands in a file of its own.
class RedbeatSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostListed = 1'000; ///< the next to run
    static constexpr qint64 longestField = 64 * 1024; ///< bytes; of what is longer only that it cannot be read

    RedbeatSchedules(RedisClient& client, const CelerySpec& spec);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;

    /// What `definition` and `meta` of a task say; the next run is told by the caller.
    static ScheduleState read(const QByteArray& name, const QByteArray& definition, const QByteArray& meta);

private:
    RedisClient& m_client;
    CelerySpec m_spec;
};

} // namespace dueline
