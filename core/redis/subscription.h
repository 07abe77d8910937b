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

/// Subscription to pub/sub channels on its own connection. Messages are only hints: they may be lost during a reconnect
/// or if the reader is slow.
class Subscription
{
public:
    Subscription(RedisConfig config, std::vector<QByteArray> channels, std::vector<QByteArray> patterns = {});
    ~Subscription();

    /// Connects and subscribes. Returns once the server has confirmed every channel. Errors: those of
    /// RedisConnection::open.
    Result<> open();
    /// Returns the next message; nullopt if no message arrives within `timeout`. After an error, call open() again. If
    /// the connection is silent for `pingAfter`, sends a ping. If no reply arrives within Timeouts::progress, the
    /// connection is considered lost.
    Result<std::optional<Message>> next(Millis timeout);
    bool isOpen() const { return m_connection.isOpen(); }
    void close();

    /// Time without messages after which a ping is sent. A change takes effect with the next open()
    /// or message.
    Millis pingAfter{15'000};

private:
    RedisConnection m_connection;
    std::vector<QByteArray> m_channels;
    std::vector<QByteArray> m_patterns;
    QDeadlineTimer m_pingDue;
    bool m_pingSent = false;
};

} // namespace dueline
