// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisclient.h"

#include "core/base/logging.h"
#include "core/redis/errorclass.h"

#include <QRandomGenerator>
#include <QThread>

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis firstPause {50};
constexpr Millis longestPause {2000};

/// Pauses of 50 ms doubling to 2 s, each 50 to 100 % of that, so that many clients do not come back at once.
class ReconnectPause
{
public:
    explicit ReconnectPause(Millis total)
        : m_deadline(total)
    {
    }
    /// Sleeps; false once the deadline has passed.
    bool pause()
    {
        if (m_deadline.hasExpired())
            return false;
        const qint64 wanted = m_next.count() / 2 + QRandomGenerator::global()->bounded(qint64(m_next.count() / 2 + 1));
        QThread::msleep(ulong(std::min(wanted, std::max<qint64>(1, m_deadline.remainingTime()))));
        m_next = std::min(longestPause, m_next * 2);
        return true;
    }

private:
    QDeadlineTimer m_deadline;
    Millis m_next = firstPause;
};

bool worthReconnecting(ErrorCode code)
{
    return code == ErrorCode::Disconnected || code == ErrorCode::Unreachable || code == ErrorCode::Busy || code == ErrorCode::ReadOnlyServer;
}

Command evalsha(const Script& script, const std::vector<QByteArray>& keys, const std::vector<QByteArray>& arguments, const char* verb)
{
    Command command;
    command.reserve(3 + keys.size() + arguments.size());
    command.emplace_back(verb);
    command.push_back(qstrcmp(verb, "EVAL") == 0 ? script.source : script.sha);
    command.push_back(QByteArray::number(qulonglong(keys.size())));
    command.insert(command.end(), keys.begin(), keys.end());
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

} // namespace

RedisClient::RedisClient(RedisConfig config, ReplyLimits limits)
    : m_connection(std::move(config), limits)
{
}

RedisClient::~RedisClient() = default;

Result<> RedisClient::open()
{
    auto opened = m_connection.open();
    m_wasOpen = m_wasOpen || opened.ok();
    return opened;
}

void RedisClient::close()
{
    m_connection.close();
}

Result<std::vector<Reply>> RedisClient::exchange(const std::vector<Command>& commands)
{
    ReconnectPause backoff(config().timeouts.reply);
    while (true) {
        Error error;
        if (!m_connection.isOpen()) {
            auto opened = m_connection.open();
            if (!opened && (!m_wasOpen || !worthReconnecting(opened.error().code)))
                return opened.error();
            if (!opened) {
                error = opened.error();
                if (!backoff.pause())
                    return error;
                continue;
            }
            if (m_wasOpen && reconnected)
                reconnected(m_connection.identity());
            m_wasOpen = true;
        }
        Result<std::vector<Reply>> replies = m_connection.pipeline(commands);
        if (replies) {
            // One that has to wait makes the whole pipeline wait: everything in it may be repeated.
            const auto waits = std::find_if(replies->begin(), replies->end(), [](const Reply& reply) {
                return reply.isError() && errorClass(reply.bytes) == ErrorClass::RetryHere;
            });
            const auto elsewhere = std::find_if(replies->begin(), replies->end(), [](const Reply& reply) {
                return reply.isError() && errorClass(reply.bytes) == ErrorClass::Reconnect;
            });
            if (waits == replies->end() && elsewhere == replies->end())
                return replies;
            if (elsewhere != replies->end())
                m_connection.close();
            if (!backoff.pause())
                return replies;
            continue;
        }
        error = replies.error();
        qCDebug(logRedis) << "lost the connection:" << error.message << error.detail;
        if (!worthReconnecting(error.code) || !backoff.pause())
            return error;
    }
}

Result<Reply> RedisClient::call(const Command& command)
{
    Result<std::vector<Reply>> replies = exchange({command});
    if (!replies)
        return replies.error();
    Reply reply = std::move(replies->front());
    if (reply.isError())
        return errorFromReply(reply.bytes);
    return reply;
}

Result<std::vector<Reply>> RedisClient::pipeline(const std::vector<Command>& commands)
{
    if (commands.empty())
        return std::vector<Reply>();
    return exchange(commands);
}

Result<Reply> RedisClient::run(
    const Script& script, const std::vector<QByteArray>& keys, const std::vector<QByteArray>& arguments)
{
    Result<std::vector<Reply>> replies = exchange({evalsha(script, keys, arguments, "EVALSHA")});
    if (!replies)
        return replies.error();
    if (replies->front().isError() && replies->front().bytes.startsWith("NOSCRIPT"))
        replies = exchange({evalsha(script, keys, arguments, "EVAL")});
    if (!replies)
        return replies.error();
    Reply reply = std::move(replies->front());
    if (reply.isError())
        return errorFromReply(reply.bytes);
    return reply;
}

Result<std::vector<Reply>> RedisClient::run(const std::vector<ScriptCall>& calls)
{
    std::vector<Command> commands;
    commands.reserve(calls.size());
    for (const ScriptCall& call : calls)
        commands.push_back(evalsha(*call.script, call.keys, call.arguments, "EVALSHA"));
    Result<std::vector<Reply>> replies = pipeline(commands);
    if (!replies)
        return replies;
    std::vector<std::size_t> missing;
    std::vector<Command> again;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if ((*replies)[i].isError() && (*replies)[i].bytes.startsWith("NOSCRIPT")) {
            missing.push_back(i);
            again.push_back(evalsha(*calls[i].script, calls[i].keys, calls[i].arguments, "EVAL"));
        }
    }
    if (missing.empty())
        return replies;
    Result<std::vector<Reply>> repeated = exchange(again);
    if (!repeated)
        return repeated;
    for (std::size_t i = 0; i < missing.size(); ++i)
        (*replies)[missing[i]] = std::move((*repeated)[i]);
    return replies;
}

Result<std::vector<Reply>> RedisClient::transaction(const ScriptCall& first, const std::vector<Command>& rest)
{
    std::vector<Command> commands;
    commands.reserve(rest.size() + 3);
    commands.push_back({"MULTI"});
    commands.push_back(evalsha(*first.script, first.keys, first.arguments, "EVAL"));
    commands.insert(commands.end(), rest.begin(), rest.end());
    commands.push_back({"EXEC"});
    Result<std::vector<Reply>> replies = exchange(commands);
    if (!replies)
        return replies;
    Reply& exec = replies->back();
    if (exec.isArray())
        return std::move(exec.items);
    // EXECABORT says only that something was refused when it was queued; that one's own words are the cause.
    for (const Reply& reply : *replies) {
        if (reply.isError() && !reply.bytes.startsWith("EXECABORT"))
            return errorFromReply(reply.bytes);
    }
    if (exec.isError())
        return errorFromReply(exec.bytes);
    return Error {ErrorCode::Protocol, QStringLiteral("Redis did not carry out a transaction and gave no reason.")};
}

} // namespace dueline
