// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/streams/streamid.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// A consumer group, as XINFO GROUPS reports it.
struct StreamGroup
{
    QByteArray name;
    qint64 consumers = 0;
    qint64 pending = 0;
    StreamId lastDelivered;
    QByteArray lastDeliveredText = "0-0";
    std::optional<qint64> read = {}; ///< `entries-read`; nullopt if the server does not know it
};

/// A stream and its groups, as XINFO reports them.
struct StreamFacts
{
    bool isThere = false;
    QByteArray damage = {}; ///< error reply of the server: the key is no stream, or may not be read; else empty
    qint64 length = 0;
    std::optional<qint64> added = {}; ///< `entries-added`; nullopt before Redis 7.0
    QByteArray first = {}; ///< id of the first entry; empty if there is none
    QByteArray last = {};
    StreamId maxDeleted = {}; ///< highest id that XDEL has removed, and from Redis 8.0 on XTRIM, too
    std::vector<StreamGroup> groups = {};

    static constexpr std::size_t commands = 2;
    /// Appends the commands whose replies of() reads.
    static void append(std::vector<Command>& pipeline, const QByteArray& key);
    static StreamFacts of(const Reply& stream, const Reply& groups);
    /// Reads streams in one round trip. Errors: as RedisClient::pipeline().
    static Result<std::vector<StreamFacts>> read(RedisClient& client, const std::vector<QByteArray>& keys);

    const StreamGroup* group(const QByteArray& name) const;
    /// Returns how many entries were ever removed; nullopt if the server does not know it.
    std::optional<qint64> removed() const { return added ? std::optional(*added - length) : std::nullopt; }
    /// Returns whether every removed entry was older than all others.
    bool isTrimmedOnly() const { return removed() == 0 || (added && length > 0 && maxDeleted < streamId(first)); }
    /// Returns how many entries wait for a group; nullopt if they have to be counted. `lag` is not used: Redis before
    /// 8.0 and Valkey report wrong numbers. `marksTrims`: the server's maxDeleted covers trimmed entries.
    std::optional<qint64> waiting(const StreamGroup& group, bool marksTrims) const;
};

/// Returns whether `max-deleted-entry-id` covers trimmed entries, by the version of a server. Valkey reports the
/// version 7.2.4 of Redis and is treated like it.
bool marksTrims(const QByteArray& version);

/// A consumer of a group, as XINFO CONSUMERS reports it.
struct StreamConsumer
{
    QByteArray name;
    qint64 pending = 0;
    Millis idle{}; ///< time since its last attempt; before Redis 7.2, since it last received something
    std::optional<Millis> inactive = {}; ///< time since it last received something, from Redis 7.2 on

    /// Reads the reply of XINFO CONSUMERS; empty for an error.
    static std::vector<StreamConsumer> of(const Reply& reply);
};

} // namespace dueline
