// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/hostchoice.h"

#include "core/base/interruption.h"
#include "core/base/text.h"
#include "core/redis/redisurl.h"
#include "core/redis/sshtunnel.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis askAgainAfter{100}; ///< delay before asking the sentinels for the master again

/// Returns whether the error doesn't depend on the host: all hosts have the same password and permissions.
bool isTheSameEverywhere(ErrorCode code)
{
    return code == ErrorCode::Authentication || code == ErrorCode::Permission || code == ErrorCode::Usage;
}

/// Adds the sentinel that named the master to an error, because the user never entered the master's address.
Error namedBy(const NamedMaster& named, const QString& masterName, const Error& error)
{
    if (error.code != ErrorCode::Unreachable && error.code != ErrorCode::Timeout
        && error.code != ErrorCode::Disconnected && error.code != ErrorCode::Protocol && error.code != ErrorCode::Tls)
        return error;
    Error whole = error;
    whole.message = QStringLiteral(
        "The sentinel %1 names %2 as the master of %3, but this address cannot be reached from here: %4 If the "
        "address belongs to another network, configure the servers to announce an address that can be reached "
        "(replica-announce-ip).")
                        .arg(displayEndpoint(named.sentinel), displayEndpoint(named.master),
                            printable(masterName.toUtf8()), error.message);
    return whole;
}

} // namespace

Result<> HostChoice::openMaster(const Open& open, const IsMaster& isMaster, QDeadlineTimer deadline)
{
    if (!m_watch)
        m_watch = std::make_unique<MasterWatch>(m_config);
    m_watch->open(deadline);
    while (true) {
        const Result<NamedMaster> named = findMaster(m_config, deadline);
        if (!named)
            return named.error();
        m_chosen = named->master;
        if (auto opened = open(named->master, deadline); !opened)
            return namedBy(*named, m_config.masterName, opened.error());
        if (isMaster(deadline))
            return {};
        if (deadline.hasExpired() || deadline.remainingTime() < askAgainAfter.count())
            return Error{ErrorCode::ReadOnlyServer,
                QStringLiteral(
                    "The sentinels name %1 as master of %2, but it is a replica. A failover may be under way; try "
                    "again.")
                    .arg(displayEndpoint(named->master), printable(m_config.masterName.toUtf8()))};
        if (!Interruption::sleep(askAgainAfter))
            return Error{ErrorCode::Cancelled, QStringLiteral("Interrupted while waiting for a master.")};
    }
}

Result<> HostChoice::openFirst(const Open& open, QDeadlineTimer deadline)
{
    Error last{ErrorCode::Usage, QStringLiteral("No address was given; use redis-cluster://host1:port1,host2:port2.")};
    for (std::size_t i = 0; i < m_config.hosts.size(); ++i) {
        const auto way = SshTunnel::openFor(m_config, m_config.hosts[i], deadline);
        if (!way)
            return way.error();
        const auto left = qint64(m_config.hosts.size() - i);
        const QDeadlineTimer share
            = deadline.isForever() ? deadline : QDeadlineTimer(std::max<qint64>(1, deadline.remainingTime() / left));
        m_chosen = m_config.hosts[i];
        const Result<> opened = open(m_config.hosts[i], share);
        if (opened)
            return {};
        last = opened.error();
        if (isTheSameEverywhere(last.code))
            break;
    }
    return last;
}

} // namespace dueline
