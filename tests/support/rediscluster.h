// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// Cluster of masters on loopback ports, without replicas, each with the same number of slots. Ready once constructed.
class RedisCluster
{
public:
    explicit RedisCluster(int masters = 3);

    RedisServer& node(int index) { return *m_nodes[std::size_t(index)]; }
    int size() const { return int(m_nodes.size()); }
    /// Returns a configuration with all nodes as seeds.
    RedisConfig config() const;
    QString url() const;
    /// Returns the node that currently serves a slot.
    int nodeOf(int slot);
    /// Marks a slot as migrating without moving any keys.
    void beginMove(int slot, int from, int to);
    /// Moves up to `count` of the slot's keys, and returns how many were moved.
    qint64 moveKeys(int slot, int from, int to, int count = 100);
    void endMove(int slot, int to);
    /// Moves a slot with all its keys in one step, as Valkey 9 does. Returns false if the server does not support this.
    bool moveAtOnce(int slot, int from, int to);

private:
    QByteArray id(int index) { return node(index).call({"CLUSTER", "MYID"}).bytes; }

    std::vector<std::unique_ptr<RedisServer>> m_nodes;
};

} // namespace dueline
