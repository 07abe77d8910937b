// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqworkers.h"

#include "core/layouts/asynq/protobuf.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr QByteArrayView serverKeys = "asynq:servers:{";
constexpr QByteArrayView workerKeys = "asynq:workers:{";

/// Returns the `HOST:PID:ID` part of a key such as `asynq:servers:{HOST:PID:ID}`; empty for other keys.
QByteArray nameIn(const QByteArray& key, QByteArrayView beginning)
{
    return key.startsWith(beginning) && key.endsWith('}') ? key.mid(beginning.size()).chopped(1) : QByteArray();
}

TimePoint protobufInstant(const QByteArray& stamp)
{
    for (const ProtobufField& field : Protobuf::read(stamp).value_or(std::vector<ProtobufField>())) {
        if (field.number == 1 && field.value < 9'000'000'000'000)
            return fromMs(qint64(field.value) * 1000);
    }
    return {};
}

void readReport(WorkerInfo& worker, const QByteArray& report)
{
    for (const ProtobufField& field : Protobuf::read(report).value_or(std::vector<ProtobufField>())) {
        switch (field.number) {
        case 1:
            worker.host = field.bytes;
            break;
        case 2:
            worker.processId = qint64(field.value);
            break;
        case 4:
            worker.concurrency = int(std::min<quint64>(field.value, 1'000'000));
            break;
        case 5: // entry of the queue map: name and priority of a queue
            for (const ProtobufField& part : Protobuf::read(field.bytes).value_or(std::vector<ProtobufField>())) {
                if (part.number == 1)
                    worker.queues.push_back(part.bytes);
            }
            break;
        case 8:
            worker.startedAt = protobufInstant(field.bytes);
            break;
        case 9:
            worker.running = int(std::min<quint64>(field.value, 1'000'000));
            break;
        default:
            break;
        }
    }
    std::sort(worker.queues.begin(), worker.queues.end());
}

/// Returns the members of a set of reports, each with its report's expiry time in ms.
Result<std::vector<std::pair<QByteArray, qint64>>> reports(RedisClient& client, const char* set, TimePoint from)
{
    const auto members = client.call({"ZRANGE", set, QByteArray::number(toMs(from) / 1000), "+inf", "BYSCORE", "LIMIT",
        "0", QByteArray::number(AsynqWorkers::most), "WITHSCORES"});
    if (!members)
        return members.error();
    std::vector<std::pair<QByteArray, qint64>> found;
    for (std::size_t i = 0; i + 1 < members->items.size(); i += 2)
        found.emplace_back(
            members->items[i].bytes, qint64(std::clamp(members->items[i + 1].bytes.toDouble() * 1000, 0.0, endOfTime)));
    return found;
}

} // namespace

Result<std::vector<WorkerInfo>> AsynqWorkers::read(RedisClient& client, TimePoint now)
{
    const auto known = reports(client, "asynq:servers", now - lostShown);
    if (!known)
        return known.error();
    std::vector<Command> pipeline;
    for (const auto& [key, end] : *known)
        pipeline.push_back({"GET", key});
    const auto replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<WorkerInfo> workers;
    for (std::size_t i = 0; i < known->size(); ++i) {
        const auto& [key, end] = (*known)[i];
        WorkerInfo worker;
        worker.id = nameIn(key, serverKeys);
        if (worker.id.isEmpty())
            continue;
        const Reply& report = (*replies)[i];
        worker.lost = !report.isBytes() || report.isError();
        worker.seenAt = fromMs(std::max<qint64>(end - reportLives.count(), 0));
        worker.host = worker.id.left(worker.id.indexOf(':'));
        if (!worker.lost)
            readReport(worker, report.bytes);
        workers.push_back(std::move(worker));
    }
    std::sort(workers.begin(), workers.end(), [](const WorkerInfo& a, const WorkerInfo& b) { return a.id < b.id; });
    return workers;
}

Result<std::map<TaskId, QByteArray>> AsynqWorkers::holders(RedisClient& client, TimePoint now)
{
    const auto known = reports(client, "asynq:workers", now);
    if (!known)
        return known.error();
    std::vector<Command> pipeline;
    for (const auto& [key, end] : *known)
        pipeline.push_back({"HKEYS", key});
    const auto replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::map<TaskId, QByteArray> holders;
    for (std::size_t i = 0; i < known->size(); ++i) {
        for (const Reply& id : (*replies)[i].items)
            holders[id.bytes] = nameIn((*known)[i].first, workerKeys);
    }
    return holders;
}

} // namespace dueline
