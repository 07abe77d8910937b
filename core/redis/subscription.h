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

    /// Connects and subscribes. Returns once the server has confirmed every channel. Errors: same as
    /// RedisConnection::open.
    Result<> open();
    /// Returns the next message; nullopt if none arrives within `timeout`. After an error, call open() again. Sends a
    /// ping if the connection has been silent for `pingAfter`. Without a reply within Timeouts::progress, the
    /// connection counts as lost.
    Result<std::optional<Message>> next(Millis timeout);
    bool isOpen() const { return m_connection.isOpen(); }
    void close();

    /// Time without messages before a ping is sent. A change takes effect at the next open() or message.
    Millis pingAfter{15'000};

private:
    RedisConnection m_connection;
    std::vector<QByteArray> m_channels;
    std::vector<QByteArray> m_patterns;
    QDeadlineTimer m_pingDue;
    bool m_pingSent = false;
};

} // namespace dueline
