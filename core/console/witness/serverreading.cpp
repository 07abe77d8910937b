// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/serverreading.h"

#include "core/redis/clustermap.h"
#include "core/redis/serverinfo.h"

#include <QByteArrayList>
#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr int readingsPerMap = 30; ///< number of readings before a cluster's masters are listed again

/// Returns the number after `name=` in a comma-separated list such as `keys=123,expires=4`.
std::optional<qint64> numberIn(const QByteArray& list, const QByteArray& name)
{
    for (const QByteArray& part : list.split(',')) {
        if (part.startsWith(name + '='))
            return part.mid(name.size() + 1).toLongLong();
    }
    return std::nullopt;
}

/// Adds a master's figure to a sum, which is unknown if any master's figure is unknown.
void addServerFigure(std::optional<qint64>& sum, std::optional<qint64> figure, bool isFirst)
{
    if (isFirst)
        sum = figure;
    else
        sum = sum && figure ? std::optional(*sum + *figure) : std::nullopt;
}

/// Adds the figures from one server's INFO.
void addInfo(ServerReading& reading, const std::map<QByteArray, QByteArray>& fields, bool isFirst)
{
    const auto figure = [&fields](const char* name) {
        const auto found = fields.find(name);
        return found == fields.end() ? std::optional<qint64>() : found->second.toLongLong();
    };
    using enum ServerSample::Figure;
    for (const auto& [each, name] : {std::pair(Memory, "used_memory"), {Maximum, "maxmemory"},
             {Evicted, "evicted_keys"}, {Expired, "expired_keys"}, {Clients, "connected_clients"}})
        addServerFigure(reading.figures[each], figure(name), isFirst);
    const auto uptime = figure("uptime_in_seconds");
    reading.figures[Uptime]
        = isFirst || !uptime ? uptime : std::min(*uptime, reading.figures[Uptime].value_or(*uptime));
    std::optional<qint64> keys;
    for (const auto& [name, value] : fields) {
        if (name.startsWith("db") && value.startsWith("keys="))
            keys = keys.value_or(0) + numberIn(value, "keys").value_or(0);
    }
    // INFO has no line for databases without keys.
    addServerFigure(reading.figures[Keys], fields.contains("used_memory") ? keys.value_or(0) : keys, isFirst);
    const auto text = [&fields](const char* name) {
        const auto found = fields.find(name);
        return found == fields.end() ? QByteArray() : found->second;
    };
    reading.run += (isFirst ? QByteArray() : "\n") + text("run_id");
    if (isFirst)
        reading.policy = text("maxmemory_policy");
    else if (reading.policy != text("maxmemory_policy"))
        reading.policy.clear();
    if (!isFirst)
        return;
    reading.role = text("role");
    reading.replication = text("master_replid");
    reading.offset = figure("master_repl_offset");
    reading.previousReplication = text("master_replid2");
    // second_repl_offset is the first offset past the previous history; -1 if there is none.
    if (const auto begin = figure("second_repl_offset"); begin && *begin > 0)
        reading.previousEnd = *begin - 1;
}

/// Adds how often FLUSHALL and FLUSHDB have run on one server.
void addFlushes(ServerReading& reading, const Reply& stats, bool isFirst)
{
    const auto fields = infoFields(stats.bytes);
    const bool isKnown = !stats.isError() && std::any_of(fields.begin(), fields.end(), [](const auto& field) {
        return field.first.startsWith("cmdstat_");
    });
    const auto calls = [&](const char* name) -> std::optional<qint64> {
        if (!isKnown)
            return std::nullopt;
        const auto found = fields.find(name);
        return found == fields.end() ? 0 : numberIn(found->second, "calls").value_or(0);
    };
    addServerFigure(reading.flushAll, calls("cmdstat_flushall"), isFirst);
    addServerFigure(reading.flushDb, calls("cmdstat_flushdb"), isFirst);
    if (!isKnown)
        reading.unknown.insert("INFO commandstats");
}

} // namespace

ServerReader::ServerReader(const ConnectionSpec& connection)
    : m_connection(connection)
    , m_client(connection.redis)
{
    m_client.allowOnlyReads();
}

Result<> ServerReader::open()
{
    if (m_client.isOpen())
        return {};
    m_readings = 0;
    m_masters.clear();
    return m_client.open();
}

/// Returns the clients for the server or, in a cluster, for all masters.
Result<std::vector<RedisClient*>> ServerReader::servers()
{
    if (m_connection.redis.topology != Topology::Cluster)
        return std::vector<RedisClient*>{&m_client};
    if (m_masters.empty() || ++m_readings >= readingsPerMap) {
        m_readings = 0;
        const auto served = m_client.call({"CLUSTER", "SLOTS"});
        if (!served)
            return served.error();
        const auto map = ClusterMap::fromReply(*served, m_connection.redis.hosts.front());
        if (!map)
            return Error{ErrorCode::Protocol, u"Redis returned an unexpected reply to CLUSTER SLOTS."_s};
        std::vector<std::unique_ptr<RedisClient>> masters;
        for (const Endpoint& master : map->masters()) {
            RedisConfig config = m_connection.redis;
            config.topology = Topology::Standalone;
            config.hosts = {master};
            const auto known = std::find_if(m_masters.begin(), m_masters.end(),
                [&](const auto& client) { return client && client->config().hosts == config.hosts; });
            if (known != m_masters.end()) {
                masters.push_back(std::move(*known));
            } else {
                masters.push_back(std::make_unique<RedisClient>(config));
                masters.back()->allowOnlyReads();
            }
        }
        m_masters = std::move(masters);
    }
    std::vector<RedisClient*> clients;
    for (const auto& master : m_masters)
        clients.push_back(master.get());
    return clients;
}

Result<ServerReading> ServerReader::read(const QByteArray& markAfter)
{
    if (const auto opened = open(); !opened)
        return opened.error();
    std::vector<Command> commands{{"TIME"}};
    if (!markAfter.isEmpty())
        commands.push_back(marksCommand(m_connection.prefix, markAfter));
    const auto own = m_client.pipeline(commands);
    if (!own)
        return own.error();
    const auto now = serverTimeIn(own->front());
    if (!now)
        return Error{ErrorCode::Protocol, u"Redis returned an unexpected reply to TIME."_s};
    ServerReading reading;
    reading.now = reading.figures.at = *now;
    if (!markAfter.isEmpty()) {
        if (own->back().isError())
            reading.unknown.insert("marks");
        reading.marks = marksOf(own->back());
    }
    const auto clients = servers();
    if (!clients)
        return clients.error();
    reading.servers = clients->size();
    bool isFirst = true;
    for (RedisClient* client : *clients) {
        if (!client->isOpen()) {
            if (const auto opened = client->open(); !opened) {
                m_masters.clear(); // this master may have been replaced, so list the masters again
                return opened.error();
            }
        }
        const auto replies = client->pipeline({{"INFO", "default"}, {"INFO", "commandstats"}});
        if (!replies)
            return replies.error();
        if (replies->front().isError())
            reading.unknown.insert("INFO");
        addInfo(reading, infoFields(replies->front().isError() ? QByteArray() : replies->front().bytes), isFirst);
        addFlushes(reading, replies->back(), isFirst);
        isFirst = false;
    }
    if (clients->size() > 1) {
        QByteArrayList runs = reading.run.split('\n');
        std::sort(runs.begin(), runs.end());
        reading.run = QCryptographicHash::hash(runs.join('\n'), QCryptographicHash::Sha1).toHex();
    }
    if (reading.flushAll && reading.flushDb)
        reading.figures[ServerSample::Flushes] = *reading.flushAll + *reading.flushDb;
    return reading;
}

} // namespace dueline
