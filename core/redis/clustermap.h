// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"
#include "core/redis/redisconfig.h"

#include <array>
#include <optional>

namespace dueline {

/// Returns a key's slot, 0 to 16383: CRC16 (XMODEM) of the first nonempty `{…}` part, or of the entire key if there is
/// none. See the Redis Cluster specification.
int clusterSlot(QByteArrayView key);

/// Returns the key that determines a command's node; nullopt if it has none. For SCAN, this is the hash tag of its
/// pattern, because a queue's keys share one slot.
std::optional<QByteArray> keyOf(const Command& command);

/// Assignment of slots to nodes.
class ClusterMap
{
public:
    static constexpr int slotCount = 16'384;

    /// Parses the reply to CLUSTER SLOTS; nullopt for any other reply. `asked`: address to use for nodes that don't
    /// report one.
    static std::optional<ClusterMap> fromReply(const Reply& reply, const Endpoint& asked);

    /// Returns a slot's master, or nullptr.
    const Endpoint* master(int slot) const;
    void set(int slot, const Endpoint& master);
    /// Returns all masters, in slot order.
    const std::vector<Endpoint>& masters() const { return m_nodes; }

private:
    qint16 indexOf(const Endpoint& node);

    std::vector<Endpoint> m_nodes;
    std::array<qint16, slotCount> m_slots; ///< index of the node, or -1
};

/// Redirection reply, such as `MOVED 3999 127.0.0.1:6381` or `ASK …`.
struct ClusterRedirection
{
    int slot = 0;
    Endpoint target;
    bool ask = false; ///< true for ASK: the redirection applies only to this command

    bool operator==(const ClusterRedirection&) const = default;
};

/// Parses a redirection; nullopt for any other reply. `asked`: see ClusterMap::fromReply().
std::optional<ClusterRedirection> redirectionOf(const Reply& reply, const Endpoint& asked);

} // namespace dueline
