// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/redisclient.h"

#include <span>

namespace dueline {

/// Finds the current positions of framework jobs in the sources of their queues. Read-only.
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
    /// Position of a job in a source; nullopt if no source contains the job. Errors: Permission if the user is not
    /// allowed to read one of the sources.
    using Place = Result<std::optional<SourceEntry>>;

    /// Returns one position per job, in the same order. A single job takes one round trip; more jobs take two round
    /// trips per hundred. Redis looks up set members directly. A list is searched only at both ends, because searching
    /// a million ids blocks the server for 20 ms. A job that is found nowhere is assumed to be in the middle of a list
    /// that is too long to be searched completely. Errors: those of RedisClient.
    static Result<std::vector<Place>> find(RedisClient& client, std::span<const Job> jobs, TimePoint now);
};

} // namespace dueline
