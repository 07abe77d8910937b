// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Job that prevents a deferred job from ever running. RQ checks a deferred job only when one of its dependencies ends,
/// and queues it only if all its dependencies have finished successfully.
struct RqObstacle
{
    TaskId job;
    QByteArray status; ///< status of the job: `failed`, `stopped` or `canceled`; empty if the job no longer exists

    bool isGone() const { return status.isEmpty(); }
    /// Returns a sentence that explains why the deferred job cannot run.
    QByteArray text() const;
};

/// Returns, for each of these deferred jobs, the obstacle that prevents it from being queued; nullopt if none is found.
/// Errors: those of RedisClient::pipeline().
Result<std::vector<std::optional<RqObstacle>>> rqObstacles(RedisClient& client, const std::vector<TaskId>& deferred);

} // namespace dueline
