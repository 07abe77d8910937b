// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clusterconnection.h"

#include "core/redis/errorclass.h"
#include "core/redis/redisurl.h"
#include "core/redis/sshtunnel.h"

#include <algorithm>

namespace dueline {

namespace {

// maximum number of redirections per command; if there are more, the nodes contradict each other
constexpr int longestChase = 8;

bool isVerb(const Command& command, const char* verb)
{
    return !command.empty() && command.front().compare(verb, Qt::CaseInsensitive) == 0;
}

/// Returns the index after the EXEC of the transaction that starts at `begin`.
std::size_t endOfTransaction(const std::vector<Command>& commands, std::size_t begin)
{
    std::size_t end = begin + 1;
    while (end < commands.size() && !isVerb(commands[end - 1], "EXEC"))
        ++end;
    return end;
}

} // namespace

ClusterConnection::ClusterConnection(RedisConfig config, ReplyLimits limits)
    : m_config(std::move(config))
    , m_limits(limits)
{ }

ClusterConnection::~ClusterConnection() = default;

bool ClusterConnection::isOpen() const { return m_map.has_value(); }

QString ClusterConnection::whom() const
{
    return m_config.hosts.empty() ? QStringLiteral("the cluster")
                                  : QStringLiteral("the cluster of %1").arg(displayEndpoint(m_config.hosts.front()));
}

void ClusterConnection::close()
{
    m_map.reset();
    m_connections.clear();
}

RedisConnection& ClusterConnection::connectionTo(const Endpoint& node)
{
    auto& connection = m_connections[{node.host, node.port}];
    if (!connection) {
        RedisConfig one = m_config;
        one.topology = Topology::Standalone;
        one.hosts = {node};
        connection = std::make_unique<RedisConnection>(std::move(one), m_limits);
    }
    return *connection;
}

Result<> ClusterConnection::open(RedisConnection& connection, const Endpoint& node, QDeadlineTimer deadline)
{
    if (connection.isOpen())
        return {};
    if (auto opened = connection.open(deadline); !opened)
        return opened;
    QByteArray& run = m_runs[{node.host, node.port}];
    const QByteArray now = connection.identity().runId;
    m_restarts += !run.isEmpty() && !now.isEmpty() && run != now;
    run = now;
    m_identity.runId = now.isEmpty() ? QByteArray() : "restarts " + QByteArray::number(m_restarts);
    return {};
}

Result<ClusterMap> ClusterConnection::askForMap(const Endpoint& node, QDeadlineTimer deadline)
{
    RedisConnection& connection = connectionTo(node);
    if (auto opened = open(connection, node, deadline); !opened)
        return opened.error();
    const auto replies = connection.pipeline({{"CLUSTER", "SLOTS"}}, deadline);
    if (!replies)
        return replies.error();
    const Reply& ranges = replies->front();
    if (ranges.isError()) {
        if (ranges.bytes.startsWith("ERR "))
            return Error{ErrorCode::Protocol,
                QStringLiteral("%1 is a standalone Redis, not a node of a cluster; use redis://%1.")
                    .arg(displayEndpoint(node))};
        return errorFromReply(ranges.bytes);
    }
    auto map = ClusterMap::fromReply(ranges, node);
    if (!map)
        return Error{ErrorCode::Protocol,
            QStringLiteral("%1 returned an unreadable description of its cluster.").arg(displayEndpoint(node))};
    if (map->masters().empty())
        return Error{
            ErrorCode::Busy, QStringLiteral("The cluster of %1 has no slots assigned yet.").arg(displayEndpoint(node))};
    return *map;
}

Result<> ClusterConnection::open(QDeadlineTimer deadline)
{
    m_map.reset();
    const QDeadlineTimer ours(m_config.timeouts.connect);
    deadline = std::min(deadline, ours);
    std::vector<Endpoint> candidates = m_known;
    for (const Endpoint& seed : m_config.hosts) {
        if (std::find(candidates.begin(), candidates.end(), seed) == candidates.end())
            candidates.push_back(seed);
    }
    Error last{ErrorCode::Usage, QStringLiteral("No address was given; use redis-cluster://host1:port1,host2:port2.")};
    for (std::size_t i = 0; i < candidates.size() && !m_map; ++i) {
        const auto way = SshTunnel::openFor(m_config, candidates[i], deadline);
        if (!way)
            return way.error();
        // Leave enough time for the other nodes in case this one drops packets.
        const auto share = [&deadline, left = qint64(candidates.size() - i)] {
            return QDeadlineTimer(std::max<qint64>(1, deadline.remainingTime() / left));
        };
        auto map = askForMap(candidates[i], share());
        if (!map) {
            last = map.error();
            continue;
        }
        // A node cut off from the cluster has an outdated map, and the first master in it may be unreachable.
        const auto wayThere = SshTunnel::openFor(m_config, map->masters().front(), deadline);
        if (!wayThere)
            return wayThere.error();
        RedisConnection& first = connectionTo(map->masters().front());
        if (auto opened = open(first, map->masters().front(), share()); !opened) {
            last = opened.error();
            continue;
        }
        m_identity
            = {first.identity().version, m_identity.runId, {}, first.identity().role, first.identity().isDragonfly};
        m_known = map->masters();
        m_map = *std::move(map);
    }
    return m_map ? Result<>() : Result<>(last);
}

std::size_t ClusterConnection::nodeOf(const QByteArray& key) const
{
    const Endpoint* node = m_map ? m_map->master(clusterSlot(key)) : nullptr;
    return node ? std::size_t(node - m_map->masters().data()) : 0;
}

const Endpoint& ClusterConnection::nodeFor(const std::optional<QByteArray>& key) const
{
    const Endpoint* node = key ? m_map->master(clusterSlot(*key)) : nullptr;
    // if the slot has no master, use any node, which will reply with CLUSTERDOWN
    return node ? *node : m_map->masters().front();
}

std::vector<ClusterConnection::Share> ClusterConnection::divide(const std::vector<Command>& commands) const
{
    std::vector<Share> shares;
    const auto shareOf = [&](const Endpoint& node) -> Share& {
        for (Share& share : shares) {
            if (share.node == node)
                return share;
        }
        return shares.emplace_back(Share{node, false, {}});
    };
    for (std::size_t i = 0; i < commands.size();) {
        const std::size_t end = isVerb(commands[i], "MULTI") ? endOfTransaction(commands, i) : i + 1;
        std::optional<QByteArray> key;
        for (std::size_t k = i; k < end && !key; ++k)
            key = keyOf(commands[k]);
        Share& share = shareOf(nodeFor(key));
        for (; i < end; ++i)
            share.places.push_back(i);
    }
    return shares;
}

Result<> ClusterConnection::send(
    const Share& share, const std::vector<Command>& commands, std::vector<Reply>& replies, QDeadlineTimer deadline)
{
    RedisConnection& connection = connectionTo(share.node);
    if (auto opened = open(connection, share.node, deadline); !opened)
        return opened;
    std::vector<Command> wire;
    wire.reserve(share.places.size() * (share.asking ? 2 : 1));
    for (const std::size_t place : share.places) {
        if (share.asking)
            wire.push_back({"ASKING"});
        wire.push_back(commands[place]);
    }
    auto answered = connection.pipeline(wire, deadline);
    if (!answered)
        return answered.error();
    for (std::size_t i = 0; i < share.places.size(); ++i)
        replies[share.places[i]] = std::move((*answered)[share.asking ? 2 * i + 1 : i]);
    return {};
}

std::vector<ClusterConnection::Share> ClusterConnection::redirected(
    const Share& share, const std::vector<Command>& commands, const std::vector<Reply>& replies)
{
    std::vector<Share> again;
    const auto put = [&](const ClusterRedirection& to, std::size_t from, std::size_t end) {
        if (again.empty() || again.back().node != to.target || again.back().asking != to.ask)
            again.push_back({to.target, to.ask, {}});
        for (std::size_t i = from; i < end; ++i)
            again.back().places.push_back(share.places[i]);
    };
    for (std::size_t i = 0; i < share.places.size();) {
        // If part of a transaction was refused, none of it was executed, so the entire transaction is resent. ASKING
        // doesn't apply to transactions, so an ASK reply is returned, and the caller retries after the slot has moved.
        const std::size_t size = isVerb(commands[share.places[i]], "MULTI")
            ? endOfTransaction(commands, share.places[i]) - share.places[i]
            : 1;
        for (std::size_t k = i; k < i + size; ++k) {
            const auto to = redirectionOf(replies[share.places[k]], share.node);
            if (!to || (to->ask && size > 1))
                continue;
            if (!to->ask)
                m_map->set(to->slot, to->target);
            put(*to, i, i + size);
            break;
        }
        i += size;
    }
    return again;
}

Result<std::vector<Reply>> ClusterConnection::pipeline(const std::vector<Command>& commands, QDeadlineTimer deadline)
{
    if (!m_map)
        return Error{ErrorCode::Disconnected, QStringLiteral("The connection to Redis is closed.")};
    std::vector<Reply> replies(commands.size());
    std::vector<Share> shares = divide(commands);
    for (int chase = 0; !shares.empty() && chase < longestChase; ++chase) {
        std::vector<Share> next;
        for (const Share& share : shares) {
            if (auto sent = send(share, commands, replies, deadline); !sent) {
                m_map.reset(); // reread the slot map: the node may be down, and other nodes may serve its slots
                Error error = sent.error();
                if (error.code == ErrorCode::Unreachable)
                    error.code = ErrorCode::Disconnected;
                return error;
            }
            std::vector<Share> again = redirected(share, commands, replies);
            next.insert(next.end(), std::make_move_iterator(again.begin()), std::make_move_iterator(again.end()));
        }
        shares = std::move(next);
    }
    return replies;
}

} // namespace dueline
