// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/clustermap.h"
#include "core/redis/redisconnection.h"

#include <map>

namespace dueline {

/// Connection to all nodes of a cluster, used like a connection to a single server. Each command is sent to the master
/// of its key's slot, or to the first master if it has no key. MOVED and ASK redirections are followed. The order of
/// commands in a pipeline is kept only within each node. A MULTI … EXEC is sent to the node of its first key. If a node
/// fails, the outcome of commands without a reply is unknown, and the next open() rereads the slot map. The run id in
/// identity() changes if a node restarts, but not if another node takes over slots.
class ClusterConnection : public RedisLink
{
public:
    explicit ClusterConnection(RedisConfig config, ReplyLimits limits = {});
    ~ClusterConnection() override;

    /// Reads the slot map from a seed or a known node. Errors: same as RedisConnection::open; Usage (the server isn't
    /// part of a cluster), Busy (no node serves any slot).
    Result<> open(QDeadlineTimer deadline) override;
    bool isOpen() const override;
    void close() override;
    const RedisConfig& config() const override { return m_config; }
    // Has no effect, because CLIENT NO-TOUCH can crash the nodes; see RedisConfig::keepsAccessTimes.
    void keepAccessTimes() override { }
    const ServerIdentity& identity() const override { return m_identity; }
    QString whom() const override;
    std::size_t nodeOf(const QByteArray& key) const override;
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands, QDeadlineTimer deadline) override;

private:
    /// Commands for one node, and their indexes in the pipeline.
    struct Share
    {
        Endpoint node;
        bool asking = false;
        std::vector<std::size_t> places;
    };

    RedisConnection& connectionTo(const Endpoint& node);
    /// Opens the connection to `node` if it is closed.
    Result<> open(RedisConnection& connection, const Endpoint& node, QDeadlineTimer deadline);
    Result<ClusterMap> askForMap(const Endpoint& node, QDeadlineTimer deadline);
    const Endpoint& nodeFor(const std::optional<QByteArray>& key) const;
    std::vector<Share> divide(const std::vector<Command>& commands) const;
    Result<> send(
        const Share& share, const std::vector<Command>& commands, std::vector<Reply>& replies, QDeadlineTimer deadline);
    /// Returns the commands to resend, grouped by the node they were redirected to.
    std::vector<Share> redirected(
        const Share& share, const std::vector<Command>& commands, const std::vector<Reply>& replies);

    RedisConfig m_config;
    ReplyLimits m_limits;
    std::optional<ClusterMap> m_map;
    std::vector<Endpoint> m_known; ///< masters in the last slot map
    std::map<std::pair<QString, quint16>, std::unique_ptr<RedisConnection>> m_connections;
    std::map<std::pair<QString, quint16>, QByteArray> m_runs; ///< each node's last known run id
    int m_restarts = 0; ///< number of node restarts observed
    ServerIdentity m_identity;
};

} // namespace dueline
