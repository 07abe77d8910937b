// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Workers that are registered with RQ.
struct RqWorkers
{
    static constexpr std::size_t most = 1000;

    /// Returns the workers by name. A worker without a hash is lost, because the hash expires seven minutes after the
    /// worker's last heartbeat. Errors: as RedisClient::pipeline().
    static Result<std::vector<WorkerInfo>> read(RedisClient& client);
    /// Returns the version reported by a worker; empty if no worker reports one.
    static Result<QByteArray> version(RedisClient& client);
};

} // namespace dueline
