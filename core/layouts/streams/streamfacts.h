// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/streams/streamid.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Consumer group, as reported by XINFO GROUPS.
struct StreamGroup
{
    QByteArray name;
    qint64 consumers = 0;
    qint64 pending = 0;
    StreamId lastDelivered;
    QByteArray lastDeliveredText = "0-0";
    std::optional<qint64> read = {}; ///< `entries-read`; nullopt if the server doesn't report it
};

/// Stream with its groups, as reported by XINFO.
struct StreamFacts
{
    bool isThere = false;
    /// Error from the server if the key isn't a stream or the user isn't allowed to read it; otherwise empty.
    QByteArray damage = {};
    qint64 length = 0;
    std::optional<qint64> added = {}; ///< `entries-added`; nullopt before Redis 7.0
    QByteArray first = {}; ///< id of the first entry, or empty
    QByteArray last = {};
    StreamId maxDeleted = {}; ///< highest id removed by XDEL or, since Redis 8.0, by XTRIM
    std::vector<StreamGroup> groups = {};

    static constexpr std::size_t commands = 2;
    /// Appends the commands whose replies are parsed by of().
    static void append(std::vector<Command>& pipeline, const QByteArray& key);
    static StreamFacts of(const Reply& stream, const Reply& groups);
    /// Reads streams in one round trip. Errors: same as RedisClient::pipeline().
    static Result<std::vector<StreamFacts>> read(RedisClient& client, const std::vector<QByteArray>& keys);

    /// Returns why the stream has no queues, or none for the group `onlyGroup`; nullopt if it has some. `key`: name of
    /// the stream. Codes: NotFound; otherwise same as errorFromReply().
    std::optional<Error> error(const QByteArray& key, const std::optional<QByteArray>& onlyGroup = {}) const;
    const StreamGroup* group(const QByteArray& name) const;
    /// Returns how many entries have ever been removed; nullopt if the server doesn't report `entries-added`.
    std::optional<qint64> removed() const { return added ? std::optional(*added - length) : std::nullopt; }
    /// Returns whether entries have only been removed from the start of the stream.
    bool isTrimmedOnly() const { return removed() == 0 || (added && length > 0 && maxDeleted < streamId(first)); }
    /// Returns how many entries are waiting for a group; nullopt if they must be counted. Ignores `lag`, because Redis
    /// before 8.0 and Valkey report wrong numbers. `marksTrims`: true if the server's maxDeleted includes trimmed
    /// entries.
    std::optional<qint64> waiting(const StreamGroup& group, bool marksTrims) const;
};

/// Returns whether `max-deleted-entry-id` includes trimmed entries in this server version. Valkey reports 7.2.4 and is
/// treated accordingly.
bool marksTrims(const QByteArray& version);

/// Consumer in a group, as reported by XINFO CONSUMERS.
struct StreamConsumer
{
    QByteArray name;
    qint64 pending = 0;
    Millis idle{}; ///< time since the consumer last tried to read; before Redis 7.2, since it last received a message
    std::optional<Millis> inactive = {}; ///< time since the consumer last received a message; set since Redis 7.2

    /// Parses a reply to XINFO CONSUMERS; empty if the reply is an error.
    static std::vector<StreamConsumer> of(const Reply& reply);
};

} // namespace dueline
