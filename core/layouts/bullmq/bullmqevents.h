// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/queue/backend.h"
#include "core/queue/outcome.h"
#include "core/redis/redisclient.h"
#include "core/redis/redisconnection.h"

#include <deque>

namespace dueline {

/// How jobs of BullMQ end, from the stream `events` of each queue, which its workers write: read alone, by XREAD. After
/// a lost connection it goes on behind what was read last, so that nothing is missing that the stream still has.
class BullmqEvents : public EventSource
{
public:
    static constexpr std::size_t mostFollowed = 500; ///< queues; of more, the first ones
    static constexpr int perRead = 200; ///< entries of one queue

    /// On a connection of its own; `client` tells what a job's hash says of a run. Of a cluster: make() refuses.
    static Result<std::unique_ptr<EventSource>> make(
        RedisClient& client, const BullmqSpec& spec, const std::vector<QueueName>& queues);

    Result<> open() override;
    Result<std::optional<QueueEvent>> next(Millis timeout) override;

private:
    struct Stream
    {
        QueueName queue;
        QByteArray base;
        QByteArray last = {}; ///< the id of the last entry that was read; empty: not opened yet
    };
    struct Ended
    {
        std::size_t stream = 0;
        Outcome outcome;
    };

    BullmqEvents(RedisClient& client, const BullmqSpec& spec, const std::vector<QueueName>& queues);

    Result<> read(Millis timeout);
    /// What the hashes of these say besides.
    void complete(std::vector<Ended>& ended);

    RedisClient& m_client;
    RedisConnection m_connection;
    std::vector<Stream> m_streams;
    std::deque<QueueEvent> m_pending;
};

} // namespace dueline
