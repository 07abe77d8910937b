// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamworkers.h"

#include "core/layouts/streams/streamspec.h"

#include <algorithm>
#include <map>

namespace dueline {

Result<std::vector<WorkerInfo>> StreamWorkers::read(RedisClient& client, const std::vector<QByteArray>& keys,
    const std::optional<QByteArray>& group, Millis quietAfter, TimePoint now)
{
    const auto facts = StreamFacts::read(client, keys);
    if (!facts)
        return facts.error();
    std::vector<Command> pipeline;
    std::vector<QueueName> queues;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        for (const StreamGroup& each : (*facts)[i].groups) {
            if (each.consumers == 0 || (group && each.name != *group) || queues.size() >= most)
                continue;
            pipeline.push_back({"XINFO", "CONSUMERS", keys[i], each.name});
            queues.push_back(StreamQueueName{keys[i], each.name}.text());
        }
    }
    if (pipeline.empty())
        return std::vector<WorkerInfo>();
    const auto replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::map<QByteArray, WorkerInfo> workers;
    for (std::size_t i = 0; i < queues.size(); ++i) {
        for (const StreamConsumer& consumer : StreamConsumer::of((*replies)[i])) {
            if (workers.size() >= most && !workers.contains(consumer.name))
                continue;
            WorkerInfo& worker = workers[consumer.name];
            worker.id = consumer.name;
            worker.knownBy = WorkerInfo::KnownBy::Group;
            worker.queues.push_back(queues[i]);
            worker.running += int(consumer.pending);
            worker.seenAt = std::max(worker.seenAt, now - consumer.idle);
            worker.quiet = now - worker.seenAt > quietAfter;
        }
    }
    std::vector<WorkerInfo> listed;
    for (auto& [name, worker] : workers)
        listed.push_back(std::move(worker));
    return listed;
}

} // namespace dueline
