// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/layout/serverprobe.h"

#include <QList>

namespace dueline {

ServerProbe::ServerProbe(const RedisConfig& config)
    : m_client(config)
{ }

Reply ServerProbe::call(const Command& command)
{
    Result<Reply> reply = m_client.call(command);
    if (!reply)
        qFatal("%s", qUtf8Printable(reply.error().message));
    return std::move(reply).value();
}

QByteArray ServerProbe::info(const char* section) { return call({"INFO", section}).bytes; }

QByteArray ServerProbe::field(const QByteArray& info, const QByteArray& name)
{
    const qsizetype at = ("\n" + info).indexOf("\n" + name + ":");
    if (at < 0)
        return {};
    const qsizetype from = at + name.size() + 1;
    return info.mid(from, info.indexOf('\r', from) - from);
}

void ServerProbe::reset() { call({"CONFIG", "RESETSTAT"}); }

double ServerProbe::processCpu()
{
    const QByteArray cpu = info("cpu");
    return (field(cpu, "used_cpu_sys").toDouble() + field(cpu, "used_cpu_user").toDouble()) * 1e6;
}

qint64 ServerProbe::memory()
{
    const QByteArray memory = info("memory");
    return field(memory, "used_memory").toLongLong() - field(memory, "mem_clients_normal").toLongLong();
}

ServerProbe::Latency ServerProbe::latency(const QByteArray& command)
{
    const auto part = [](const QByteArray& text, const QByteArray& name) {
        for (const QByteArray& pair : text.split(',')) {
            if (pair.startsWith(name + "="))
                return pair.mid(name.size() + 1).toDouble();
        }
        return 0.0;
    };
    const QByteArray counted = field(info("commandstats"), "cmdstat_" + command);
    const QByteArray spread = field(info("latencystats"), "latency_percentiles_usec_" + command);
    return {part(counted, "usec"), qint64(part(counted, "calls")), part(spread, "p50"), part(spread, "p99")};
}

ServerProbe::Total ServerProbe::total()
{
    Total total;
    for (const QByteArray& line : info("commandstats").split('\n')) {
        const auto value = [&line](QByteArrayView name) {
            const qsizetype at = line.indexOf(name);
            return at < 0 ? 0.0 : line.mid(at + name.size()).split(',').front().toDouble();
        };
        const bool isOfProbe = line.startsWith("cmdstat_info") || line.startsWith("cmdstat_config")
            || line.startsWith("cmdstat_slowlog");
        if (isOfProbe)
            continue;
        total.calls += qint64(value("calls="));
        total.us += value("usec=");
    }
    return total;
}

void ServerProbe::note(int us)
{
    call({"CONFIG", "SET", "slowlog-max-len", "1000000"});
    call({"SLOWLOG", "RESET"});
    call({"CONFIG", "SET", "slowlog-log-slower-than", QByteArray::number(us)});
}

std::vector<ServerProbe::Noted> ServerProbe::noted()
{
    call({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    std::vector<Noted> all;
    for (const Reply& entry : call({"SLOWLOG", "GET", "-1"}).items)
        all.push_back({entry.items[3].items[0].bytes.toUpper(), entry.items[5].bytes, double(entry.items[2].integer)});
    return all;
}

} // namespace dueline
