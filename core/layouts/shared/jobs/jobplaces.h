// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/tasksource.h"
#include "core/queue/task.h"
#include "core/redis/redisclient.h"

#include <span>

namespace dueline {

/// Finds the places of framework jobs in the sources of their queues. Only reads.
class JobPlaces
{
public:
    struct Job
    {
        std::vector<TaskSource> sources; ///< sources of its queue
        QByteArray hash; ///< key of the job's hash
        TaskId id;
        bool isInTrash = false; ///< True if the place in the trash counts, even if the id is in use again.
    };
    /// The source that holds a job; nullopt if none does. Errors: Permission if the user may not read the source.
    using Place = Result<std::optional<SourceEntry>>;

    /// Returns one place per job, in the same order. One job needs one round trip; more jobs need two per hundred.
    /// Redis looks up a set member directly. A list is searched at both ends only, because a search of a million ids
    /// keeps the server busy for 20 ms. A job further inside is assumed to be in the list if it is in no other place.
    /// Errors: those of RedisClient.
    static Result<std::vector<Place>> find(RedisClient& client, std::span<const Job> jobs, TimePoint now);
};

} // namespace dueline
