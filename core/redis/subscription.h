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

/// Subscription to pub/sub channels, on its own connection. Messages are hints: a reconnect or a slow reader misses
/// some.
class Subscription
{
public:
    Subscription(RedisConfig config, std::vector<QByteArray> channels, std::vector<QByteArray> patterns = {});
    ~Subscription();

    /// Connects and subscribes; returns once the server has confirmed every channel. Errors: as RedisConnection::open.
    Result<> open();
    /// Returns the next message; nullopt if none arrives within `timeout`. After an error the caller calls open()
    /// again. A connection that has been silent for `pingAfter` is pinged, and is reported as dead if it does not reply
    /// within Timeouts::progress.
    Result<std::optional<Message>> next(Millis timeout);
    bool isOpen() const { return m_connection.isOpen(); }
    void close();

    /// Silence before a ping; takes effect with the next open() or message.
    Millis pingAfter{15'000};

private:
    RedisConnection m_connection;
    std::vector<QByteArray> m_channels;
    std::vector<QByteArray> m_patterns;
    QDeadlineTimer m_pingDue;
    bool m_pingSent = false;
};

} // namespace dueline
