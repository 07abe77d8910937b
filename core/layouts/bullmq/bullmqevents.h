// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/queue/backend.h"
#include "core/queue/outcome.h"
#include "core/redis/redisclient.h"
#include "core/redis/redisconnection.h"

#include <deque>

namespace dueline {

/// Outcomes of BullMQ jobs. Workers write them to their queue's `events` stream, and this class reads them with XREAD.
/// After a reconnect, reading continues after the last entry, so an entry is missed only if it has been trimmed from
/// the stream.
class BullmqEvents : public EventSource
{
public:
    // maximum number of queues to read outcomes from; the rest are ignored
    static constexpr std::size_t mostFollowed = 500;
    static constexpr int perRead = 200; ///< maximum number of entries to read per queue with one XREAD

    /// Creates a source with its own connection. `client`: connection for reading more data from job hashes. Errors:
    /// NotSupported for a cluster.
    static Result<std::unique_ptr<EventSource>> make(
        RedisClient& client, const BullmqSpec& spec, const std::vector<QueueName>& queues);

    Result<> open() override;
    Result<std::optional<QueueEvent>> next(Millis timeout) override;

private:
    struct Stream
    {
        QueueName queue;
        QByteArray base;
        QByteArray last = {}; ///< id of the last entry read; empty before open()
    };
    struct Ended
    {
        std::size_t stream = 0;
        Outcome outcome;
    };

    BullmqEvents(RedisClient& client, const BullmqSpec& spec, const std::vector<QueueName>& queues);

    Result<> read(Millis timeout);
    /// Adds data from these jobs' hashes.
    void complete(std::vector<Ended>& ended);

    RedisClient& m_client;
    RedisConnection m_connection;
    std::vector<Stream> m_streams;
    std::deque<QueueEvent> m_pending;
};

} // namespace dueline
