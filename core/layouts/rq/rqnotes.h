// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <map>

namespace dueline {

/// Notes about RQ queues, derived from keys outside the queues.
class RqNotes
{
public:
    explicit RqNotes(RedisClient& client)
        : m_client(client)
    { }

    /// Sets QueueInfo::note. Errors: same as RedisClient::pipeline().
    Result<> add(std::vector<QueueInfo>& infos);
    /// Discards all cached data: the connection may now be to a different server.
    void forget() { m_askedGone.reset(); }

private:
    /// Adds a note with the number of jobs delayed by a rate limit. After version 2.10, RQ stores these jobs by limit,
    /// outside a queue's lists and sets.
    Result<> addLimited(std::vector<QueueInfo>& infos);
    /// Adds a note with the number of ids that are still counted although RQ has deleted their jobs. RQ keeps a
    /// finished job's id until the time in its score. The number is read at most once every 30 seconds.
    Result<> addGone(std::vector<QueueInfo>& infos);

    RedisClient& m_client;
    std::map<QueueName, QByteArray> m_gone; ///< notes by queue; empty for a queue without a note
    std::optional<std::chrono::steady_clock::time_point> m_askedGone;
};

} // namespace dueline
