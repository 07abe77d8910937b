// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisconnection.h"

#include "core/redis/errorclass.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace dueline {

namespace {

/// Written at most this much before replies are read, so that a long pipeline cannot leave both sides waiting to send.
constexpr qsizetype writeAtMost = 256 * 1024;

Error closedError()
{
    return {ErrorCode::Disconnected, QStringLiteral("The connection to Redis is closed.")};
}

QDeadlineTimer earlier(const QDeadlineTimer& total, Millis progress)
{
    const QDeadlineTimer step(progress);
    return step < total ? step : total;
}

QByteArray infoField(const QByteArray& info, const QByteArray& name)
{
    const qsizetype at = info.indexOf("\n" + name + ":");
    if (at < 0)
        return {};
    const qsizetype from = at + name.size() + 2;
    const qsizetype end = info.indexOf('\r', from);
    return info.mid(from, (end < 0 ? info.size() : end) - from);
}

} // namespace

RedisConnection::RedisConnection(RedisConfig config, ReplyLimits limits)
    : m_config(std::move(config))
    , m_limits(limits)
{
}

RedisConnection::RedisConnection(RedisConfig config, std::unique_ptr<Transport> transport, ReplyLimits limits)
    : m_config(std::move(config))
    , m_limits(limits)
    , m_transport(std::move(transport))
{
}

RedisConnection::~RedisConnection() = default;

bool RedisConnection::isOpen() const
{
    return m_reader && m_transport && m_transport->isOpen();
}

void RedisConnection::close()
{
    m_reader.reset();
    if (m_transport)
        m_transport->close();
}

Result<> RedisConnection::open()
{
    close();
    const QDeadlineTimer deadline(m_config.timeouts.connect);
    if (!m_transport) {
        Result<std::unique_ptr<Transport>> transport = makeTransport(m_config);
        if (!transport)
            return transport.error();
        m_transport = std::move(*transport);
    }
    if (auto opened = m_transport->open(deadline); !opened)
        return opened;
    m_reader = std::make_unique<ReplyReader>(m_limits);

    std::vector<Command> greeting;
    if (!m_config.password.isEmpty()) {
        if (m_config.user.isEmpty())
            greeting.push_back({"AUTH", m_config.password.bytes()});
        else
            greeting.push_back({"AUTH", m_config.user.toUtf8(), m_config.password.bytes()});
    }
    const std::size_t mustSucceed = greeting.size() + 1;
    // SELECT tells at once whether a password is missing, and costs nothing where the database is 0.
    greeting.push_back({"SELECT", QByteArray::number(m_config.database)});
    greeting.push_back({"CLIENT", "SETNAME", m_config.clientName.toUtf8()});
    greeting.push_back({"INFO", "server"});
    greeting.push_back({"INFO", "replication"});
    QByteArray wire;
    for (const Command& command : greeting)
        appendCommand(wire, command);
    if (auto written = m_transport->write(wire, deadline); !written) {
        close();
        return written;
    }
    std::vector<Reply> replies;
    for (std::size_t i = 0; i < greeting.size(); ++i) {
        Result<Reply> reply = readReply(deadline, m_config.timeouts.connect);
        if (!reply) {
            Error error = reply.error();
            if (error.code == ErrorCode::Protocol)
                error.message += QStringLiteral(" Is this really a Redis server?");
            close();
            return error;
        }
        // A user without SELECT is fine in database 0.
        const bool tolerated = i >= mustSucceed || (greeting[i][0] == "SELECT" && m_config.database == 0 && reply->bytes.startsWith("NOPERM"));
        if (reply->isError() && !tolerated) {
            const Error error = errorFromReply(reply->bytes);
            close();
            return error;
        }
        replies.push_back(std::move(*reply));
    }
    const QByteArray& server = replies[replies.size() - 2].bytes;
    m_identity = {};
    if (replies[replies.size() - 2].isBytes()) {
        m_identity.version = infoField(server, "redis_version");
        m_identity.runId = infoField(server, "run_id");
    }
    if (replies.back().isBytes())
        m_identity.role = infoField(replies.back().bytes, "role");
    return {};
}

Result<Reply> RedisConnection::readReply(QDeadlineTimer total, Millis progress)
{
    while (true) {
        Result<std::optional<Reply>> next = m_reader->next();
        if (!next)
            return next.error();
        if (*next)
            return std::move(**next);
        Result<QByteArray> bytes = m_transport->read(earlier(total, progress));
        if (!bytes)
            return bytes.error();
        m_reader->feed(bytes->constData(), bytes->size());
    }
}

Result<std::vector<Reply>> RedisConnection::pipeline(const std::vector<Command>& commands)
{
    if (!isOpen()) {
        close();
        return closedError();
    }
    if (m_reader->hasPartialReply()) {
        close();
        return Error {ErrorCode::Protocol, QStringLiteral("The server sent an answer that nobody asked for; the connection was closed.")};
    }
    const QDeadlineTimer total(m_config.timeouts.reply);
    std::vector<Reply> replies;
    replies.reserve(commands.size());
    std::size_t sent = 0;
    while (replies.size() < commands.size()) {
        // Send a piece, then read its replies while the next piece waits: the server never holds more than a piece's answers.
        QByteArray wire;
        std::size_t upTo = sent;
        while (upTo < commands.size() && (wire.isEmpty() || wire.size() < writeAtMost))
            appendCommand(wire, commands[upTo++]);
        if (auto written = m_transport->write(wire, total); !written) {
            close();
            return written.error();
        }
        sent = upTo;
        while (replies.size() < sent) {
            Result<Reply> reply = readReply(total, m_config.timeouts.progress);
            if (!reply) {
                const Error error = reply.error();
                close();
                return error;
            }
            replies.push_back(std::move(*reply));
        }
    }
    if (m_reader->hasPartialReply()) {
        close();
        return Error {ErrorCode::Protocol, QStringLiteral("The server answered more than was asked; the connection was closed.")};
    }
    return replies;
}

Result<Reply> RedisConnection::call(const Command& command)
{
    Result<std::vector<Reply>> replies = pipeline({command});
    if (!replies)
        return replies.error();
    Reply reply = std::move(replies->front());
    if (reply.isError())
        return errorFromReply(reply.bytes);
    return reply;
}

Result<> RedisConnection::send(const Command& command)
{
    if (!isOpen())
        return closedError();
    auto written = m_transport->write(encodeCommand(command), QDeadlineTimer(m_config.timeouts.reply));
    if (!written)
        close();
    return written;
}

Result<std::optional<Reply>> RedisConnection::receive(Millis timeout)
{
    if (!isOpen())
        return closedError();
    const QDeadlineTimer deadline(timeout);
    while (true) {
        Result<std::optional<Reply>> next = m_reader->next();
        if (!next || *next) {
            if (!next)
                close();
            return next;
        }
        // Once a reply has begun it has to come: the rest is waited for by the usual deadline.
        const QDeadlineTimer until = m_reader->hasPartialReply() ? QDeadlineTimer(m_config.timeouts.progress) : deadline;
        Result<QByteArray> bytes = m_transport->read(until);
        if (!bytes) {
            if (bytes.error().code == ErrorCode::Timeout && !m_reader->hasPartialReply())
                return std::optional<Reply>();
            const Error error = bytes.error();
            close();
            return error;
        }
        m_reader->feed(bytes->constData(), bytes->size());
    }
}

} // namespace dueline
