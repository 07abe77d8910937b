// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Job that keeps a deferred job from ever running. RQ checks a deferred job only when one of its dependencies ends,
/// and queues it only if all of them have finished successfully.
struct RqObstacle
{
    TaskId job;
    QByteArray status; ///< `failed`, `stopped` or `canceled`; empty if the job no longer exists

    bool isGone() const { return status.isEmpty(); }
    /// Returns a sentence that explains why the deferred job can't run.
    QByteArray text() const;
};

/// Returns what keeps each of these deferred jobs from being queued; nullopt if nothing is found. Errors: same as
/// RedisClient::pipeline().
Result<std::vector<std::optional<RqObstacle>>> rqObstacles(RedisClient& client, const std::vector<TaskId>& deferred);

} // namespace dueline
