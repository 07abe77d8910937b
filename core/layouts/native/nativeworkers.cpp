// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeworkers.h"

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativekeys.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t nativePulseCommands = 5;
/// Time since a worker's last heartbeat after which the next one is overdue, if one of its queues has due or leased
/// tasks. A worker sends a heartbeat every 5 s while busy, and every 15 s while idle.
constexpr Millis nativeBeatOverdue{14'000};

/// Joins queue names, each in braces (which names never contain).
QByteArray joined(const std::vector<QueueName>& queues)
{
    QByteArray text;
    for (const QueueName& queue : queues)
        text += '{' + queue + '}';
    return text;
}

std::vector<QueueName> split(const QByteArray& text)
{
    std::vector<QueueName> queues;
    for (qsizetype from = 0; from < text.size() && text[from] == '{';) {
        const qsizetype end = text.indexOf('}', from);
        if (end < 0)
            break;
        queues.push_back(text.mid(from + 1, end - from - 1));
        from = end + 1;
    }
    return queues;
}

} // namespace

Result<TimePoint> NativeWorkers::now() { return m_scripts.client().serverTime(); }

Result<> NativeWorkers::beat(const WorkerInfo& worker, Millis leaseFor, bool leaving)
{
    const QByteArray list = NativeKeys::workers(m_scripts.prefix());
    const QByteArray key = NativeKeys::worker(m_scripts.prefix(), worker.id);
    std::vector<Command> commands{{"ZREM", list, worker.id}, {"UNLINK", key}};
    if (!leaving) {
        const auto seen = now();
        if (!seen)
            return seen.error();
        const QByteArray seenText = number(toMs(*seen));
        const Millis keep = std::max(remembered, 2 * leaseFor);
        commands = {{"ZADD", list, seenText, worker.id},
            {"ZREMRANGEBYSCORE", list, "-inf", number(toMs(*seen - 2 * NativeCodec::maxLease))},
            {"HSET", key, "host", worker.host, "pid", number(worker.processId), "started",
                number(toMs(worker.startedAt)), "seen", seenText, "lease", number(qint64(leaseFor.count())),
                "concurrency", number(worker.concurrency), "running", number(worker.running), "queues",
                joined(worker.queues)},
            {"PEXPIRE", key, number(qint64(keep.count()))}};
    }
    const auto replies = m_scripts.client().callAll(commands);
    if (!replies)
        return replies.error();
    return {};
}

Result<std::vector<WorkerInfo>> NativeWorkers::list()
{
    const auto time = now();
    if (!time)
        return time.error();
    const QByteArray registry = NativeKeys::workers(m_scripts.prefix());
    const auto ids = m_scripts.client().call({"ZRANGE", registry, "0", "-1"});
    if (!ids)
        return NativeScripts::errorAt(registry, ids.error());
    std::vector<Command> commands;
    for (const Reply& id : ids->items)
        commands.push_back({"HMGET", NativeKeys::worker(m_scripts.prefix(), id.bytes), "host", "pid", "started", "seen",
            "lease", "concurrency", "running", "queues"});
    const auto replies = m_scripts.client().pipeline(commands);
    if (!replies)
        return replies.error();
    std::vector<WorkerInfo> workers;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const Reply& fields = (*replies)[i];
        if (fields.items.size() != 8 || fields.items[3].isNil())
            continue; // the worker's record has expired
        const auto integer = [&](std::size_t field) { return fields.items[field].bytes.toLongLong(); };
        WorkerInfo worker;
        worker.id = ids->items[i].bytes;
        worker.host = fields.items[0].bytes;
        worker.processId = integer(1);
        worker.startedAt = fromMs(integer(2));
        worker.seenAt = fromMs(integer(3));
        worker.lost = worker.seenAt + Millis(integer(4)) < *time;
        worker.concurrency = int(integer(5));
        worker.running = int(integer(6));
        worker.queues = split(fields.items[7].bytes);
        workers.push_back(std::move(worker));
    }
    std::sort(workers.begin(), workers.end(), [](const WorkerInfo& a, const WorkerInfo& b) { return a.id < b.id; });
    return workers;
}

Result<> NativePulse::complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos)
{
    std::vector<std::size_t> read;
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        Heads& heads = m_heads[readings[i].queue];
        if (readings[i].due == 0 && readings[i].leases.value_or(0) == 0) {
            heads = {};
            continue;
        }
        read.push_back(i);
        const NativeKeys keys(m_scripts.prefix(), readings[i].queue);
        pipeline.insert(pipeline.end(),
            {{"ZRANGE", keys.pending(), "0", "0", "WITHSCORES"}, {"ZSCORE", keys.pending(), heads[0]},
                {"ZRANGE", keys.retry(), "0", "0", "WITHSCORES"}, {"ZSCORE", keys.retry(), heads[1]},
                {"ZRANGE", keys.leased(), "0", number(qint64(PulseReading::mostLeased) - 1)}});
    }
    if (pipeline.empty())
        return {};
    const auto replies = m_scripts.client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t k = 0; k < read.size(); ++k) {
        const Reply* reply = replies->data() + k * nativePulseCommands;
        if (std::any_of(reply, reply + nativePulseCommands, [](const Reply& each) { return each.isError(); }))
            continue; // the reading then contains only the counts
        PulseReading& reading = readings[read[k]];
        const TimePoint now = infos[read[k]]->serverNow;
        Heads& heads = m_heads[reading.queue];
        reading.moved = false;
        for (std::size_t set = 0; set < heads.size(); ++set) {
            const std::vector<Reply>& first = reply[2 * set].items;
            reading.moved = reading.moved || (!heads[set].isEmpty() && reply[2 * set + 1].isNil());
            const bool isDue = first.size() == 2 && first[1].bytes.toDouble() <= double(toMs(now));
            heads[set] = isDue ? first[0].bytes : QByteArray();
        }
        for (const Reply& id : reply[4].items)
            reading.leased.push_back(id.bytes);
        addHeartbeatHint(reading, workers(), now, nativeBeatOverdue);
    }
    return {};
}

} // namespace dueline
