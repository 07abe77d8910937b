// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/keywalk.h"

#include "core/redis/clustermap.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QDeadlineTimer>

namespace dueline {

Result<> KeyWalk::readMasters(RedisClient& client)
{
    m_masters.clear();
    m_master = 0;
    if (client.config().topology != Topology::Cluster)
        return {};
    const auto served = client.call({"CLUSTER", "SLOTS"});
    if (!served)
        return served.error();
    if (const auto map = ClusterMap::fromReply(*served, client.config().hosts.front()))
        m_masters = map->masters();
    return {};
}

Result<RedisClient*> KeyWalk::node(RedisClient& client)
{
    if (m_masters.empty())
        return &client;
    const Endpoint& master = m_masters[m_master];
    auto& node = m_nodes[master.host + u':' + QString::number(master.port)];
    if (!node) {
        RedisConfig config = client.config();
        config.topology = Topology::Standalone;
        config.hosts = {master};
        node = std::make_unique<RedisClient>(config);
        node->allowOnlyReads();
    }
    if (!node->isOpen()) {
        if (const auto opened = node->open(); !opened) {
            m_cursor = "0"; // the next step rereads the list of masters
            m_master = 0;
            return opened.error();
        }
    }
    return node.get();
}

Result<qint64> KeyWalk::size(RedisClient& client)
{
    if (const auto read = readMasters(client); !read)
        return read.error();
    qint64 keys = 0;
    for (std::size_t i = 0; i == 0 || i < m_masters.size(); ++i) {
        m_master = i;
        const auto at = node(client);
        const auto size = at ? (*at)->call({"DBSIZE"}) : at.error();
        m_master = 0;
        if (!size)
            return size.error();
        keys += size->integer;
    }
    return keys;
}

Result<> KeyWalk::step(RedisClient& client, const std::function<void(const QByteArray& key)>& meet)
{
    const qint64 most = m_hasBegun ? laterKeys : firstKeys;
    const QDeadlineTimer deadline(firstTime);
    m_hasBegun = true;
    for (qint64 looked = 0; looked < most && !deadline.hasExpired();) {
        if (m_cursor == "0" && m_master == 0) {
            if (const auto read = readMasters(client); !read)
                return read;
        }
        const auto at = node(client);
        if (!at)
            return at.error();
        Command scan{"SCAN", m_cursor, "COUNT", number(RedisClient::keysPerScan)};
        if (!m_type.isEmpty())
            scan.insert(scan.end(), {"TYPE", m_type});
        const auto reply = (*at)->call(scan);
        if (!reply)
            return reply.error();
        if (reply->items.size() != 2 || !reply->items[1].isArray())
            return unexpectedReply();
        m_cursor = reply->items[0].bytes;
        looked += RedisClient::keysPerScan;
        m_lookedAt += RedisClient::keysPerScan;
        for (const Reply& key : reply->items[1].items)
            meet(key.bytes);
        if (m_cursor == "0") {
            m_master = m_master + 1 < m_masters.size() ? m_master + 1 : 0;
            if (m_master == 0) {
                m_isRound = true;
                break;
            }
        }
    }
    return {};
}

} // namespace dueline
