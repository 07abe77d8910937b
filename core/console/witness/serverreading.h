// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/console/witness/marks.h"
#include "core/console/witness/recordrows.h"

#include <set>

namespace dueline {

/// A server's state at an instant; in a cluster, of all masters combined.
struct ServerReading
{
    TimePoint now{}; ///< server time
    QByteArray run; ///< run id; in a cluster, a digest of all masters' run ids; empty if unknown
    QByteArray role; ///< replication role: `master` or `slave`; empty if unknown
    std::size_t servers = 1; ///< number of masters included in the figures
    // A single server's replication state; empty or nullopt if unknown.
    QByteArray replication; ///< replication id, which identifies the data set and its history
    std::optional<qint64> offset; ///< replication offset: number of bytes in that history
    QByteArray previousReplication; ///< id of the history continued by this server
    std::optional<qint64> previousEnd; ///< number of bytes of the previous history that this server has
    ServerSample figures;
    QByteArray policy; ///< `maxmemory-policy`; empty if unknown, or if a cluster's masters differ
    std::optional<qint64> flushAll; ///< number of FLUSHALL calls since the server started
    std::optional<qint64> flushDb; ///< number of FLUSHDB calls since the server started
    std::vector<Mark> marks; ///< new marks since the last reading
    std::set<QByteArray> unknown; ///< parts that the server refused to return: `INFO`, `INFO commandstats`, `marks`
};

/// Reader of a server's state, over its own connection. Only sends TIME, INFO, XRANGE and, in a cluster, CLUSTER SLOTS.
class ServerReader
{
public:
    explicit ServerReader(const ConnectionSpec& connection);

    /// Takes a reading. `markAfter`: id of the last mark read; empty: don't read marks. Errors: same as RedisClient.
    Result<ServerReading> read(const QByteArray& markAfter);

private:
    Result<> open();
    Result<std::vector<RedisClient*>> servers();

    ConnectionSpec m_connection;
    RedisClient m_client;
    std::vector<std::unique_ptr<RedisClient>> m_masters; ///< clients for a cluster's masters
    int m_readings = 0; ///< number of readings since the masters were last listed
};

} // namespace dueline
