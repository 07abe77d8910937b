// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// The workers that RQ knows of.
struct RqWorkers
{
    static constexpr std::size_t most = 1000;

    /// By name. One whose hash is gone is lost: RQ lets it end seven minutes after its last word. Errors: as
    /// RedisClient::pipeline().
    static Result<std::vector<WorkerInfo>> read(RedisClient& client);
    /// The version that one of them says; empty: none does.
    static Result<QByteArray> version(RedisClient& client);
};

} // namespace dueline
