// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rediscluster.h"

#include "core/redis/clustermap.h"
#include "core/redis/redisurl.h"

#include <QDeadlineTimer>
#include <QThread>

namespace dueline {

RedisCluster::RedisCluster(int masters)
{
    for (int i = 0; i < masters; ++i) {
        const QString bus = QString::number(RedisServer::freePort());
        m_nodes.push_back(std::make_unique<RedisServer>(RedisServer::Options{.tcp = true,
            .aof = false,
            .password = {},
            .arguments
            = {QStringLiteral("--cluster-enabled"), QStringLiteral("yes"), QStringLiteral("--cluster-node-timeout"),
                QStringLiteral("1000"), QStringLiteral("--cluster-port"), bus}}));
        const int from = ClusterMap::slotCount * i / masters, to = ClusterMap::slotCount * (i + 1) / masters - 1;
        node(i).call({"CLUSTER", "ADDSLOTSRANGE", QByteArray::number(from), QByteArray::number(to)});
        if (i > 0)
            node(0).call({"CLUSTER", "MEET", "127.0.0.1", QByteArray::number(node(i).port()), bus.toLatin1()});
    }
    const QDeadlineTimer deadline(30'000);
    for (int ready = 0; ready < masters;) {
        ready = 0;
        for (int i = 0; i < masters; ++i) {
            const QByteArray info = node(i).call({"CLUSTER", "INFO"}).bytes;
            const Reply nodes = node(i).call({"CLUSTER", "SLOTS"});
            ready += info.contains("cluster_state:ok") && nodes.items.size() == std::size_t(masters);
        }
        if (deadline.hasExpired())
            qFatal("the cluster did not come up");
        QThread::msleep(20);
    }
}

RedisConfig RedisCluster::config() const
{
    RedisConfig config;
    config.topology = Topology::Cluster;
    for (const auto& node : m_nodes)
        config.hosts.push_back({QStringLiteral("127.0.0.1"), node->port()});
    return config;
}

QString RedisCluster::url() const { return displayUrl(config()); }

int RedisCluster::nodeOf(int slot)
{
    const auto map = ClusterMap::fromReply(node(0).call({"CLUSTER", "SLOTS"}), config().hosts[0]);
    const Endpoint* master = map ? map->master(slot) : nullptr;
    for (int i = 0; master && i < size(); ++i) {
        if (node(i).port() == master->port)
            return i;
    }
    return -1;
}

void RedisCluster::beginMove(int slot, int from, int to)
{
    const QByteArray number = QByteArray::number(slot);
    node(to).call({"CLUSTER", "SETSLOT", number, "IMPORTING", id(from)});
    node(from).call({"CLUSTER", "SETSLOT", number, "MIGRATING", id(to)});
}

qint64 RedisCluster::moveKeys(int slot, int from, int to, int count)
{
    const Reply keys
        = node(from).call({"CLUSTER", "GETKEYSINSLOT", QByteArray::number(slot), QByteArray::number(count)});
    if (keys.items.empty())
        return 0;
    Command migrate{"MIGRATE", "127.0.0.1", QByteArray::number(node(to).port()), "", "0", "5000", "KEYS"};
    for (const Reply& key : keys.items)
        migrate.push_back(key.bytes);
    const Reply moved = node(from).call(migrate);
    if (moved.isError())
        qFatal("MIGRATE: %s", moved.bytes.constData());
    return qint64(keys.items.size());
}

void RedisCluster::endMove(int slot, int to)
{
    const QByteArray owner = id(to);
    // Set the new owner first, so that the slot always has an owner.
    node(to).call({"CLUSTER", "SETSLOT", QByteArray::number(slot), "NODE", owner});
    for (int i = 0; i < size(); ++i)
        node(i).call({"CLUSTER", "SETSLOT", QByteArray::number(slot), "NODE", owner});
}

bool RedisCluster::moveAtOnce(int slot, int from, int to)
{
    const QByteArray number = QByteArray::number(slot);
    if (node(from).call({"CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", number, number, "NODE", id(to)}).isError())
        return false;
    const auto isMoved = [this, slot, to](int index) {
        const auto map = ClusterMap::fromReply(node(index).call({"CLUSTER", "SLOTS"}), config().hosts[0]);
        const Endpoint* master = map ? map->master(slot) : nullptr;
        return master && master->port == node(to).port();
    };
    const QDeadlineTimer deadline(30'000);
    for (int i = 0; i < size();) {
        if (isMoved(i)) {
            ++i;
            continue;
        }
        if (deadline.hasExpired())
            qFatal("slot %d did not move", slot);
        QThread::msleep(5);
    }
    return true;
}

} // namespace dueline
