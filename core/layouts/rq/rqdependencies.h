// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Job that prevents another job from ever running. RQ checks a deferred job only when one of its dependencies ends,
/// and queues it only if all its dependencies have finished.
struct RqObstacle
{
    TaskId job;
    QByteArray status; ///< `failed`, `stopped` or `canceled`; empty if the job no longer exists

    bool isGone() const { return status.isEmpty(); }
    /// Returns a sentence about the deferred job.
    QByteArray text() const;
};

/// Returns what prevents each of these deferred jobs from being queued; nullopt if no obstacle is found. Errors: those
/// of RedisClient::pipeline().
Result<std::vector<std::optional<RqObstacle>>> rqObstacles(RedisClient& client, const std::vector<TaskId>& deferred);

} // namespace dueline
