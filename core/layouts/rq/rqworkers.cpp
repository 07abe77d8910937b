// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqworkers.h"

#include "core/layouts/rq/rqjob.h"
#include "core/layouts/rq/rqsources.h"
#include "core/redis/errorclass.h"

#include <QList>

#include <algorithm>

namespace dueline {

namespace {

constexpr const char* rqWorkersKey = "rq:workers";
constexpr qsizetype longestRqVersion = 20;

/// Parses a worker's fields; nullopt if the worker has ended.
std::optional<WorkerInfo> rqWorkerOf(const QByteArray& name, const Reply& fields)
{
    WorkerInfo worker;
    worker.id = name;
    worker.concurrency = 1;
    const auto text
        = [&fields](std::size_t at) { return at < fields.items.size() ? fields.items[at].bytes : QByteArray(); };
    worker.lost
        = std::none_of(fields.items.begin(), fields.items.end(), [](const Reply& field) { return field.isBytes(); });
    if (!text(6).isEmpty())
        return std::nullopt;
    worker.host = text(0);
    worker.processId = text(1).toLongLong();
    worker.startedAt = rqInstant(text(2)).value_or(TimePoint());
    worker.seenAt = rqInstant(text(3)).value_or(worker.startedAt);
    worker.running = text(4) == "busy" ? 1 : 0;
    for (const QByteArray& queue : text(5).split(',')) {
        if (!queue.isEmpty())
            worker.queues.push_back(queue);
    }
    return worker;
}

} // namespace

Result<std::vector<WorkerInfo>> RqWorkers::read(RedisClient& client)
{
    const QByteArray beginning = RqKeys::worker({});
    const auto members = client.membersOf(rqWorkersKey, most);
    if (!members)
        return members.error();
    std::vector<QByteArray> names;
    for (const QByteArray& key : *members) {
        if (key.startsWith(beginning))
            names.push_back(key.mid(beginning.size()));
    }
    std::vector<WorkerInfo> workers;
    std::vector<Command> pipeline;
    for (const QByteArray& name : names)
        pipeline.push_back(
            {"HMGET", RqKeys::worker(name), "hostname", "pid", "birth", "last_heartbeat", "state", "queues", "death"});
    if (pipeline.empty())
        return workers;
    const auto replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (auto worker = rqWorkerOf(names[i], (*replies)[i]))
            workers.push_back(*std::move(worker));
    }
    return workers;
}

Result<QByteArray> RqWorkers::version(RedisClient& client)
{
    const auto page = client.call({"SSCAN", rqWorkersKey, "0", "COUNT", "10"});
    if (!page)
        return isRefusal(page.error().code) ? Result(QByteArray()) : page.error();
    std::vector<Command> pipeline;
    if (page->items.size() == 2) {
        for (const Reply& key : page->items[1].items)
            pipeline.push_back({"HGET", key.bytes, "version"});
    }
    if (pipeline.empty())
        return QByteArray();
    const auto replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    const auto said = std::find_if(
        replies->begin(), replies->end(), [](const Reply& version) { return version.isBytes() && !version.isError(); });
    return said == replies->end() ? QByteArray() : said->bytes.left(longestRqVersion);
}

} // namespace dueline
