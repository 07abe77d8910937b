// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/teststeps.h"

#include "core/base/text.h"
#include "core/layouts/port/redisbackend.h"
#include "core/redis/clustermap.h"
#include "core/redis/redisurl.h"
#include "core/redis/serverinfo.h"

#include <cmath>

namespace dueline {

namespace {

using Verdict = ConnectionStep::Verdict;

QByteArray field(const QByteArray& info, const QByteArray& name)
{
    for (const QByteArray& line : info.split('\n')) {
        if (line.startsWith(name + ':'))
            return line.mid(name.size() + 1).trimmed();
    }
    return {};
}

/// Returns a warning rather than a failure, for information that the user lacks permission to read.
StepFinding unknown(const Error& error) { return {Verdict::Warning, error.message, error.detail}; }

/// Checks how many nodes share the slots and whether every slot has a node.
StepFinding clusterStep(RedisConnection& connection)
{
    const auto served = connection.call({"CLUSTER", "SLOTS"});
    if (!served)
        return StepFinding::of(served.error());
    const auto map = ClusterMap::fromReply(*served, {});
    if (!map)
        return {Verdict::Failed, QStringLiteral("Redis returned an unexpected reply to CLUSTER SLOTS."), {}};
    int unserved = 0;
    for (int slot = 0; slot < ClusterMap::slotCount; ++slot)
        unserved += map->master(slot) == nullptr;
    const QString masters = QStringLiteral("a cluster of %1 masters").arg(map->masters().size());
    if (unserved == 0)
        return {Verdict::Ok, masters, {}};
    return {Verdict::Warning,
        QStringLiteral("This is %1, and %2 of its %3 slots are not served: queues in these slots cannot be reached.")
            .arg(masters)
            .arg(unserved)
            .arg(ClusterMap::slotCount),
        {}};
}

} // namespace

StepFinding versionStep(RedisConnection& connection)
{
    const auto info = connection.call({"INFO", "server"});
    if (!info)
        return unknown(info.error());
    const QByteArray version = field(info->bytes, "redis_version");
    const QByteArray valkey = field(info->bytes, "valkey_version");
    const QString shown = valkey.isEmpty() ? QStringLiteral("Redis %1").arg(printable(version, 20))
                                           : QStringLiteral("Valkey %1").arg(printable(valkey, 20));
    if (version.left(version.indexOf('.')).toInt() < RedisBackend::oldestMajor) {
        return {Verdict::Warning,
            QStringLiteral("This is %1, which opens read-only. Changing tasks requires Redis 7.0 or later.").arg(shown),
            {}};
    }
    return {Verdict::Ok, shown, {}};
}

StepFinding roleStep(RedisConnection& connection, bool cluster)
{
    if (cluster) // checks all masters, so it doesn't matter which node the test is connected to
        return clusterStep(connection);
    const auto info = connection.call({"INFO", "replication"});
    if (!info)
        return unknown(info.error());
    if (field(info->bytes, "role") == "slave") {
        const Endpoint master{
            QString::fromUtf8(field(info->bytes, "master_host")), quint16(field(info->bytes, "master_port").toUInt())};
        return {Verdict::Warning,
            QStringLiteral("This is a replica of %1, which opens read-only. Connect to its master to change tasks.")
                .arg(displayEndpoint(master)),
            {}};
    }
    const int replicas = field(info->bytes, "connected_slaves").toInt();
    return {Verdict::Ok,
        replicas == 0       ? QStringLiteral("master")
            : replicas == 1 ? QStringLiteral("master with 1 replica")
                            : QStringLiteral("master with %1 replicas").arg(replicas),
        {}};
}

StepFinding evictionStep(RedisConnection& connection)
{
    const auto info = connection.call({"INFO", "memory"});
    if (!info)
        return unknown(info.error());
    const QByteArray policy = field(info->bytes, "maxmemory_policy");
    const qint64 limit = field(info->bytes, "maxmemory").toLongLong();
    const QString shown = printable(policy, 40);
    if (policy == "noeviction" || policy.isEmpty())
        return {Verdict::Ok, limit > 0 ? QStringLiteral("%1 at %2").arg(shown, formatBytes(limit)) : shown, {}};
    return {Verdict::Warning,
        limit > 0
            ? QStringLiteral(
                "Once memory use reaches %2, Redis deletes keys, including tasks (%1). Set maxmemory-policy to "
                "noeviction.")
                  .arg(shown, formatBytes(limit))
            : QStringLiteral(
                "When maxmemory is reached, Redis deletes keys, including tasks (%1). Set maxmemory-policy to noeviction.")
                  .arg(shown),
        {}};
}

StepFinding persistenceStep(RedisConnection& connection)
{
    const auto info = connection.call({"INFO", "persistence"});
    if (!info)
        return unknown(info.error());
    for (const auto* name : {"aof_last_write_status", "aof_last_bgrewrite_status", "rdb_last_bgsave_status"}) {
        if (field(info->bytes, name) == "err") {
            return {Verdict::Warning, QStringLiteral("Redis cannot write to its disk. Check its log."),
                QString::fromLatin1(name) + QStringLiteral(":err")};
        }
    }
    if (field(info->bytes, "aof_enabled") == "1")
        return {Verdict::Ok, QStringLiteral("append-only file"), {}};
    const auto save = connection.call({"CONFIG", "GET", "save"});
    if (save && save->items.size() == 2 && save->items[1].bytes.isEmpty()) {
        return {Verdict::Warning,
            QStringLiteral("Redis writes nothing to disk: a restart loses all tasks. Set appendonly to yes."), {}};
    }
    return {Verdict::Warning,
        save ? QStringLiteral(
            "Redis writes only snapshots: a crash loses all changes since the last one. Set appendonly to yes.")
             : QStringLiteral(
                 "There is no append-only file: a crash loses at least the changes since the last snapshot."),
        {}};
}

StepFinding clockStep(RedisConnection& connection)
{
    const TimePoint before = SystemClock().now();
    const auto reply = connection.call({"TIME"});
    if (!reply)
        return StepFinding::of(reply.error());
    const TimePoint after = SystemClock().now();
    const auto server = serverTimeIn(*reply);
    if (!server)
        return {Verdict::Failed, QStringLiteral("Redis returned an unexpected reply to TIME."), {}};
    const Millis offset = *server - (before + (after - before) / 2);
    const QString shown = QStringLiteral("%1%2 ms")
                              .arg(offset < Millis(0) ? QStringLiteral("−") : QStringLiteral("+"))
                              .arg(std::abs(offset.count()));
    if (std::chrono::abs(offset) > clockTolerance) {
        return {Verdict::Warning,
            QStringLiteral("The server clock differs from this machine's by %1; due times use the server clock.")
                .arg(shown),
            {}};
    }
    return {Verdict::Ok, shown, {}};
}

} // namespace dueline
