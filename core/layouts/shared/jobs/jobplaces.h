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
        bool isInTrash = false; ///< true to return a position in the trash even if the id is in use again
    };
    /// Source that contains a job; nullopt if there is none. Errors: Permission if the user is not allowed to read one
    /// of the sources.
    using Place = Result<std::optional<SourceEntry>>;

    /// Returns one position per job, in the same order. A single job takes one round trip; more jobs take two round
    /// trips per hundred. Redis looks up set members directly. A list is searched only at both ends, because searching
    /// a million ids blocks the server for 20 ms. A job that is found nowhere else is assumed to be in the middle of
    /// the list. Errors: those of RedisClient.
    static Result<std::vector<Place>> find(RedisClient& client, std::span<const Job> jobs, TimePoint now);
};

} // namespace dueline
