// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// Reads asynq's worker processes, which asynq calls servers. Lost servers are reported, but never deleted.
struct AsynqWorkers
{
    static constexpr int most = 500;
    static constexpr Millis reportLives{10'000}; ///< lifetime of a report, which servers rewrite every five seconds
    static constexpr Millis lostShown{std::chrono::hours(1)};

    /// Returns the servers. A server whose report has expired is returned as lost for another hour. Errors: same as
    /// RedisClient::pipeline().
    static Result<std::vector<WorkerInfo>> read(RedisClient& client, TimePoint now);
    /// Returns the name of the server that runs each task. Errors: same as RedisClient::pipeline().
    static Result<std::map<TaskId, QByteArray>> holders(RedisClient& client, TimePoint now);
};

} // namespace dueline
