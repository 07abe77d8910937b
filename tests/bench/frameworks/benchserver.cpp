// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/frameworks/benchserver.h"

#include "tests/support/must.h"

namespace dueline {

namespace {

RedisServer::Options pinnedTo(const QString& core)
{
    RedisServer::Options options;
    options.arguments = QStringList{QStringLiteral("--slowlog-log-slower-than"), QStringLiteral("-1")};
    if (!core.isEmpty())
        options.arguments << QStringLiteral("--server_cpulist") << core;
    return options;
}

} // namespace

BenchServer::BenchServer(const QString& core)
    : server(pinnedTo(core))
    , probe(server.config())
{
    must(probe.open());
}

std::unique_ptr<Backend> BenchServer::open(const LayoutSpec& layout, Access access) const
{
    return must(openLayout(layout, server.config(), {}, {}, access));
}

std::unique_ptr<Backend> BenchServer::open(const QString& layout, Access access) const
{
    return open(must(parseLayout(layout)), access);
}

double BenchServer::inCommands()
{
    double total = 0;
    for (const QByteArray& line : probe.call({"INFO", "commandstats"}).bytes.split('\n')) {
        const qsizetype at = line.indexOf("usec=");
        const bool isOfProbe = line.startsWith("cmdstat_info") || line.startsWith("cmdstat_config")
            || line.startsWith("cmdstat_slowlog");
        if (at > 0 && !isOfProbe)
            total += line.mid(at + 5).split(',').front().toDouble();
    }
    return total / 1e3;
}

} // namespace dueline
