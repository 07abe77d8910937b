// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"
#include "core/redis/redisconfig.h"

#include <array>
#include <optional>

namespace dueline {

/// The slot of a key, 0 to 16383: CRC16 (XMODEM) of the part in the first `{…}` that is not empty, else of the whole
/// key. Source: the Redis Cluster specification.
int clusterSlot(QByteArrayView key);

/// The key that says to which node a command goes; nullopt for one that concerns no key. For SCAN: the hash tag of its
/// pattern, since the keys of a queue lie in one slot.
std::optional<QByteArray> keyOf(const Command& command);

/// Which node serves which slot.
class ClusterMap
{
public:
    static constexpr int slotCount = 16'384;

    /// From the reply of CLUSTER SLOTS; `asked`: stands for nodes that do not know their own address. nullopt when the
    /// reply is something else.
    static std::optional<ClusterMap> fromReply(const Reply& reply, const Endpoint& asked);

    /// nullptr: nobody serves it.
    const Endpoint* master(int slot) const;
    void set(int slot, const Endpoint& master);
    /// All masters, in the order of their slots.
    const std::vector<Endpoint>& masters() const { return m_nodes; }

private:
    qint16 indexOf(const Endpoint& node);

    std::vector<Endpoint> m_nodes;
    std::array<qint16, slotCount> m_slots; ///< index of the node, -1: nobody
};

/// `MOVED 3999 127.0.0.1:6381` and `ASK …`.
struct ClusterRedirection
{
    int slot = 0;
    Endpoint target;
    bool ask = false; ///< for this one command only

    bool operator==(const ClusterRedirection&) const = default;
};

/// nullopt for any other reply. `asked`: as for ClusterMap.
std::optional<ClusterRedirection> redirectionOf(const Reply& reply, const Endpoint& asked);

} // namespace dueline
