// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/eachmaster.h"

#include "core/redis/clustermap.h"

namespace dueline {

Result<> onEachMaster(RedisClient& client, const std::function<Result<>(RedisClient&)>& visit, MasterUse use)
{
    std::vector<Endpoint> masters;
    if (client.config().topology == Topology::Cluster) {
        const auto served = client.call({"CLUSTER", "SLOTS"});
        if (!served)
            return served.error();
        if (const auto map = ClusterMap::fromReply(*served, client.config().hosts.front()))
            masters = map->masters();
    }
    if (masters.empty())
        return visit(client);
    for (const Endpoint& master : masters) {
        RedisConfig config = client.config();
        config.topology = Topology::Standalone;
        config.hosts = {master};
        RedisClient node(config);
        if (use == MasterUse::OnlyReads)
            node.allowOnlyReads();
        if (const auto opened = node.open(); !opened)
            return opened.error();
        if (const auto visited = visit(node); !visited)
            return visited;
    }
    return {};
}

} // namespace dueline
