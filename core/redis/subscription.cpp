// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/subscription.h"

#include "core/redis/errorclass.h"

namespace dueline {

Subscription::Subscription(RedisConfig config, std::vector<QByteArray> channels, std::vector<QByteArray> patterns)
    : m_connection(std::move(config))
    , m_channels(std::move(channels))
    , m_patterns(std::move(patterns))
{ }

Subscription::~Subscription() = default;

void Subscription::close() { m_connection.close(); }

Result<> Subscription::open()
{
    if (auto opened = m_connection.open(); !opened)
        return opened;
    const auto subscribe = [this](const char* verb, const std::vector<QByteArray>& names) -> Result<> {
        if (names.empty())
            return {};
        Command command{verb};
        command.insert(command.end(), names.begin(), names.end());
        if (auto sent = m_connection.send(command); !sent)
            return sent;
        for (std::size_t i = 0; i < names.size();) {
            Result<std::optional<Reply>> reply = m_connection.receive(m_connection.config().timeouts.progress);
            if (!reply)
                return reply.error();
            if (!*reply)
                return Error{ErrorCode::Timeout, QStringLiteral("Redis did not confirm a subscription in time.")};
            if ((*reply)->isError())
                return errorFromReply((*reply)->bytes);
            // Ignore messages that arrive between confirmations.
            if ((*reply)->isArray() && (*reply)->items.size() == 3
                && (*reply)->items[0].bytes == QByteArray(verb).toLower())
                ++i;
        }
        return {};
    };
    for (const auto& [verb, names] : {std::pair{"SUBSCRIBE", &m_channels}, std::pair{"PSUBSCRIBE", &m_patterns}}) {
        if (auto done = subscribe(verb, *names); !done) {
            close();
            return done;
        }
    }
    m_pingSent = false;
    m_pingDue = QDeadlineTimer(pingAfter);
    return {};
}

Result<std::optional<Message>> Subscription::next(Millis timeout)
{
    const QDeadlineTimer deadline(timeout);
    while (true) {
        const Millis wait(std::max<qint64>(0, std::min(deadline.remainingTime(), m_pingDue.remainingTime())));
        // Read before checking the deadline: the reply may have arrived while the caller was doing other work.
        Result<std::optional<Reply>> received = m_connection.receive(wait);
        if (!received)
            return received.error();
        if (!*received) {
            if (m_pingDue.hasExpired() && m_pingSent) {
                close();
                return Error{ErrorCode::Disconnected,
                    QStringLiteral("Redis stopped responding on a subscription, so the subscription was closed.")};
            }
            if (m_pingDue.hasExpired()) {
                if (auto sent = m_connection.send({"PING"}); !sent)
                    return sent.error();
                m_pingSent = true;
                m_pingDue = QDeadlineTimer(m_connection.config().timeouts.progress);
            }
            if (deadline.hasExpired())
                return std::optional<Message>();
            continue;
        }
        m_pingSent = false;
        m_pingDue = QDeadlineTimer(pingAfter);
        Reply& reply = **received;
        if (reply.isError()) {
            close();
            return errorFromReply(reply.bytes);
        }
        if (!reply.isArray() || reply.items.empty()) {
            close();
            return Error{ErrorCode::Protocol, QStringLiteral("The server sent an invalid message on a subscription.")};
        }
        const QByteArray& kind = reply.items[0].bytes;
        if (kind == "message" && reply.items.size() == 3)
            return std::optional(Message{reply.items[1].bytes, reply.items[2].bytes});
        if (kind == "pmessage" && reply.items.size() == 4)
            return std::optional(Message{reply.items[2].bytes, reply.items[3].bytes});
        if (deadline.hasExpired())
            return std::optional<Message>();
    }
}

} // namespace dueline
