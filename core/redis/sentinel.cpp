// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sentinel.h"

#include "core/base/text.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisurl.h"
#include "core/redis/sshtunnel.h"
#include "core/redis/subscription.h"

#include <algorithm>

namespace dueline {

namespace {

// time limit per sentinel; leaves enough time for the others if one is unresponsive
constexpr Millis longestPerSentinel{1'500};
const QByteArray switched = "+switch-master";

/// Returns the configuration for connecting to one sentinel: the same as for the servers, but with the sentinels' user
/// and password.
RedisConfig sentinelConfig(const RedisConfig& config, const Endpoint& sentinel, Millis within)
{
    RedisConfig one = config;
    one.topology = Topology::Standalone;
    one.hosts = {sentinel};
    one.masterName.clear();
    one.database = RedisConfig::noDatabase;
    one.user = config.sentinelUser;
    one.password = config.sentinelPassword;
    one.renewed.reset(); // renewed and passwordCommand are only for servers, not for sentinels
    one.passwordCommand.reset();
    one.timeouts.connect = one.timeouts.reply = one.timeouts.progress = within;
    return one;
}

Millis share(const QDeadlineTimer& deadline, std::size_t left)
{
    if (deadline.isForever())
        return longestPerSentinel;
    return std::clamp(Millis(deadline.remainingTime() / qint64(left)), Millis(1), longestPerSentinel);
}

} // namespace

Result<NamedMaster> findMaster(const RedisConfig& config, QDeadlineTimer deadline)
{
    Error last{ErrorCode::Usage, QStringLiteral("No sentinel was given; use redis-sentinel://host1,host2/MASTER.")};
    bool unknown = false;
    for (std::size_t i = 0; i < config.hosts.size(); ++i) {
        const auto way = SshTunnel::openFor(config, config.hosts[i], deadline);
        if (!way)
            return way.error();
        RedisConnection sentinel(sentinelConfig(config, config.hosts[i], share(deadline, config.hosts.size() - i)));
        if (auto opened = sentinel.open(); !opened) {
            last = opened.error();
            continue;
        }
        const Result<Reply> reply = sentinel.call({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", config.masterName.toUtf8()});
        if (!reply) {
            last = reply.error();
            if (last.code == ErrorCode::Server || last.detail.startsWith(QLatin1StringView("ERR ")))
                last = {ErrorCode::Protocol,
                    QStringLiteral("The server at %1 is not a sentinel. Check the port (usually 26379).")
                        .arg(displayEndpoint(config.hosts[i])),
                    last.detail};
            continue;
        }
        if (reply->isArray() && reply->items.size() == 2) {
            bool ok = false;
            const uint port = reply->items[1].bytes.toUInt(&ok);
            if (ok && port > 0 && port <= 65'535)
                return NamedMaster{{QString::fromUtf8(reply->items[0].bytes), quint16(port)}, config.hosts[i]};
        }
        unknown = true;
    }
    if (unknown) {
        return Error{ErrorCode::Unreachable,
            QStringLiteral("The sentinels do not monitor a master named %1. Check the name.")
                .arg(printable(config.masterName.toUtf8()))};
    }
    if (last.code == ErrorCode::Unreachable || last.code == ErrorCode::Timeout)
        last = {ErrorCode::Unreachable,
            QStringLiteral("No sentinel for %1 responded. Last error: %2")
                .arg(printable(config.masterName.toUtf8()), last.message),
            last.detail};
    return last;
}

MasterWatch::MasterWatch(const RedisConfig& config)
    : m_config(config)
{ }

MasterWatch::~MasterWatch() = default;

void MasterWatch::open(QDeadlineTimer deadline)
{
    m_moved = false;
    if (m_subscription && m_subscription->isOpen())
        return;
    for (std::size_t i = 0; i < m_config.hosts.size(); ++i) {
        const auto way = SshTunnel::openFor(m_config, m_config.hosts[i], deadline);
        if (!way)
            break;
        m_subscription = std::make_unique<Subscription>(
            sentinelConfig(m_config, m_config.hosts[i], share(deadline, m_config.hosts.size() - i)),
            std::vector{switched});
        if (m_subscription->open())
            return;
    }
    m_subscription.reset();
}

bool MasterWatch::hasMoved()
{
    while (m_subscription && !m_moved) {
        const Result<std::optional<Message>> message = m_subscription->next(Millis(0));
        if (!message) {
            m_subscription.reset();
            break;
        }
        if (!*message)
            break;
        // The message is `NAME OLD-HOST OLD-PORT NEW-HOST NEW-PORT`.
        m_moved = (*message)->channel == switched && (*message)->payload.startsWith(m_config.masterName.toUtf8() + ' ');
    }
    return m_moved;
}

} // namespace dueline
