// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/redisclient.h"

#include <span>

namespace dueline {

/// Finds framework jobs in their queues' sources. Read-only.
class JobPlaces
{
public:
    struct Job
    {
        std::vector<TaskSource> sources; ///< sources of the job's queue
        QByteArray hash; ///< key of the job's hash
        TaskId id;
        bool isInTrash = false; ///< true to return the position in the trash even if a new job has the same id
    };
    /// Position of a job in a source; nullopt if no source contains the job. Errors: Permission if the user isn't
    /// allowed to read one of the sources.
    using Place = Result<std::optional<SourceEntry>>;

    /// Returns one position per job, in the same order. A single job takes one round trip; several jobs take two round
    /// trips per hundred. Set members are looked up directly. Lists are searched only near both ends, because searching
    /// a million ids blocks the server for 20 ms. A job that isn't found anywhere is assumed to be in the middle of a
    /// list too long to search completely. Errors: same as RedisClient.
    static Result<std::vector<Place>> find(RedisClient& client, std::span<const Job> jobs, TimePoint now);
};

} // namespace dueline
