// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconnection.h"

#include <optional>

namespace dueline {

struct Message
{
    QByteArray channel;
    QByteArray payload;
    bool operator==(const Message&) const = default;
};

/// Channels of pub/sub on a connection of its own. Messages can be missed (a reconnect, a slow reader): they are hints.
class Subscription
{
public:
    Subscription(RedisConfig config, std::vector<QByteArray> channels, std::vector<QByteArray> patterns = {});
    ~Subscription();

    /// Connects and subscribes; returns once the server confirmed every channel. Errors: as RedisConnection::open.
    Result<> open();
    /// The next message, nullopt when none came within `timeout`. After an error the caller opens again.
    /// A connection silent for `pingAfter` is pinged, and told dead when no answer comes within Timeouts::progress.
    Result<std::optional<Message>> next(Millis timeout);
    bool isOpen() const { return m_connection.isOpen(); }
    void close();

    /// How long a silent connection is left alone; takes effect with the next open() or message.
    Millis pingAfter{15'000};

private:
    RedisConnection m_connection;
    std::vector<QByteArray> m_channels;
    std::vector<QByteArray> m_patterns;
    QDeadlineTimer m_pingDue;
    bool m_pingSent = false;
};

} // namespace dueline
