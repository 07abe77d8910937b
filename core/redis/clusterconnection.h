// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/clustermap.h"
#include "core/redis/redisconnection.h"

#include <map>

namespace dueline {

/// The nodes of a cluster as one server: each command goes to the master of its key's slot, what concerns no key to the
/// first master. MOVED and ASK are followed; commands of different nodes in one pipeline keep their order per node
/// only. A MULTI … EXEC goes to one node, that of its first key. When a node fails, what was sent is unknown, and the
/// map is asked for anew at the next open(). The run id changes when a node is found restarted, and not when another
/// one takes slots over.
class ClusterConnection : public RedisLink
{
public:
    explicit ClusterConnection(RedisConfig config, ReplyLimits limits = {});
    ~ClusterConnection() override;

    /// Asks a seed, or a node known from before, for the map. Errors: those of RedisConnection::open; Usage (the server
    /// is no cluster), Busy (nobody serves any slot).
    Result<> open(QDeadlineTimer deadline) override;
    bool isOpen() const override;
    void close() override;
    const RedisConfig& config() const override { return m_config; }
    const ServerIdentity& identity() const override { return m_identity; }
    QString whom() const override;
    std::size_t nodeOf(const QByteArray& key) const override;
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands, QDeadlineTimer deadline) override;

private:
    /// Commands for one node, with their places in the whole.
    struct Share
    {
        Endpoint node;
        bool asking = false;
        std::vector<std::size_t> places;
    };

    RedisConnection& connectionTo(const Endpoint& node);
    /// To `node`, opened where it is not.
    Result<> open(RedisConnection& connection, const Endpoint& node, QDeadlineTimer deadline);
    Result<ClusterMap> askForMap(const Endpoint& node, QDeadlineTimer deadline);
    const Endpoint& nodeFor(const std::optional<QByteArray>& key) const;
    std::vector<Share> divide(const std::vector<Command>& commands) const;
    Result<> send(
        const Share& share, const std::vector<Command>& commands, std::vector<Reply>& replies, QDeadlineTimer deadline);
    /// What the cluster answered with another node's address, to be sent there.
    std::vector<Share> redirected(
        const Share& share, const std::vector<Command>& commands, const std::vector<Reply>& replies);

    RedisConfig m_config;
    ReplyLimits m_limits;
    std::optional<ClusterMap> m_map;
    std::vector<Endpoint> m_known; ///< masters of the last map
    std::map<std::pair<QString, quint16>, std::unique_ptr<RedisConnection>> m_connections;
    std::map<std::pair<QString, quint16>, QByteArray> m_runs; ///< of the nodes, as last seen
    int m_restarts = 0; ///< of nodes, as far as seen
    ServerIdentity m_identity;
};

} // namespace dueline
