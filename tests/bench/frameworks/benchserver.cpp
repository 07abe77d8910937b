// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/frameworks/benchserver.h"

#include "tests/support/must.h"

#include <algorithm>

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

QString BenchServer::mostCommands(int count)
{
    std::vector<std::pair<double, QString>> commands;
    for (const QByteArray& line : probe.call({"INFO", "commandstats"}).bytes.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        const qsizetype at = line.indexOf("usec=");
        if (colon < 0 || at < 0)
            continue;
        const double us = line.mid(at + 5).split(',').front().toDouble();
        const QByteArray calls = line.mid(line.indexOf("calls=") + 6).split(',').front();
        commands.emplace_back(us,
            QStringLiteral("%1 %2 ms in %3")
                .arg(QString::fromUtf8(line.left(colon).mid(8)))
                .arg(us / 1e3, 0, 'f', 1)
                .arg(QString::fromUtf8(calls)));
    }
    std::sort(commands.begin(), commands.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    QStringList words;
    for (std::size_t i = 0; i < commands.size() && int(i) < count; ++i)
        words << commands[i].second;
    return words.join(QStringLiteral(", "));
}

double BenchServer::inCommands() { return probe.total().us / 1e3; }

} // namespace dueline
