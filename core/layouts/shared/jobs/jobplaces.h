// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/redisclient.h"

#include <span>

namespace dueline {

/// Where jobs of frameworks stand, asked of the sources of their queues. Only reads.
class JobPlaces
{
public:
    struct Job
    {
        std::vector<TaskSource> sources; ///< of its queue
        QByteArray hash; ///< its key
        TaskId id;
    };
    /// The source that a job stands in; nullopt: it is in none. Errors: Permission, where this user may not look.
    using Place = Result<std::optional<SourceEntry>>;

    /// One place per job, in their order; one job in one round trip, more in two a hundred. A set tells at once. A list
    /// is looked through at both ends only, since a look through a million ids keeps the server busy for 20 ms: of a
    /// job that stands further inside, only that it is in no other place is known, and that is enough. Errors: those
    /// of RedisClient.
    static Result<std::vector<Place>> find(RedisClient& client, std::span<const Job> jobs, TimePoint now);
};

} // namespace dueline
