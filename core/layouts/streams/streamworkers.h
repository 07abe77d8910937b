// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/streams/streamfacts.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Reads streams' consumers. A group lists a consumer until the consumer is deleted, so a listed consumer may be long
/// dead. Before Redis 7.2, the idle time is the time since the consumer last received a message, so a consumer with a
/// long idle time isn't reported as lost.
struct StreamWorkers
{
    static constexpr std::size_t most = 1000;

    /// Returns the consumers, sorted by name. A consumer in several groups is listed once. `group`: the only group to
    /// read; nullopt for all groups. `quietAfter`: idle time after which a consumer counts as quiet. Errors: same as
    /// RedisClient::pipeline().
    static Result<std::vector<WorkerInfo>> read(RedisClient& client, const std::vector<QByteArray>& keys,
        const std::optional<QByteArray>& group, Millis quietAfter, TimePoint now);
};

} // namespace dueline
