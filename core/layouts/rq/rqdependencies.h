// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// A job that keeps another one deferred for ever: RQ looks at a deferred job only when one that it waits for ends, and
/// queues it only if all of these have finished.
struct RqObstacle
{
    TaskId job;
    QByteArray status; ///< `failed`, `stopped`, `canceled`; empty: the job is gone

    bool isGone() const { return status.isEmpty(); }
    /// Sentence for the deferred job.
    QByteArray text() const;
};

/// Returns by position what keeps each of these deferred jobs from being queued; nullopt: nothing that can be seen.
/// Errors: as RedisClient::pipeline().
Result<std::vector<std::optional<RqObstacle>>> rqObstacles(RedisClient& client, const std::vector<TaskId>& deferred);

} // namespace dueline
