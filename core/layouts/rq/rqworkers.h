// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Reads the workers registered with RQ.
struct RqWorkers
{
    static constexpr std::size_t most = 1000;

    /// Returns the workers, sorted by name. A worker whose hash no longer exists is returned as lost; hashes expire
    /// seven minutes after the last heartbeat. Errors: same as RedisClient::pipeline().
    static Result<std::vector<WorkerInfo>> read(RedisClient& client);
    /// Returns the version reported by any of the workers; empty if none reports one.
    static Result<QByteArray> version(RedisClient& client);
};

} // namespace dueline
