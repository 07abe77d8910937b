// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqdependencies.h"

#include "core/base/text.h"
#include "core/layouts/rq/rqsources.h"
#include "core/layouts/rq/rqwords.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <set>

namespace dueline {

namespace {

constexpr std::size_t mostDependencies = 100; ///< maximum number of dependencies to read per job

/// A deferred job's dependencies, as listed in its hash.
struct RqWaiting
{
    std::vector<TaskId> dependencies;
    bool allowsFailure = false;

    static RqWaiting read(const Reply& fields)
    {
        RqWaiting waiting;
        if (fields.items.size() != 3)
            return waiting;
        for (const auto& id : QJsonDocument::fromJson(fields.items[0].bytes).array())
            waiting.dependencies.push_back(id.toString().toUtf8());
        // Older versions of RQ store the only dependency in this field.
        if (waiting.dependencies.empty() && !fields.items[1].bytes.isEmpty())
            waiting.dependencies.push_back(fields.items[1].bytes);
        waiting.allowsFailure = fields.items[2].bytes == "1";
        return waiting;
    }
    bool isBlockedBy(const QByteArray& status) const
    {
        return status == "stopped" || status == "canceled" || (status == "failed" && !allowsFailure);
    }
};

} // namespace

QByteArray RqObstacle::text() const
{
    const QByteArray name = printable(job, 80).toUtf8();
    if (isGone())
        return rqwords::dependencyIsGone(name);
    return rqwords::dependencyHasFailed(name, status);
}

Result<std::vector<std::optional<RqObstacle>>> rqObstacles(RedisClient& client, const std::vector<TaskId>& deferred)
{
    std::vector<std::optional<RqObstacle>> obstacles(deferred.size());
    std::vector<Command> pipeline;
    for (const TaskId& id : deferred)
        pipeline.push_back({"HMGET", RqKeys::job(id), "dependency_ids", "dependency_id", "allow_dependency_failures"});
    const auto jobs = client.pipeline(pipeline);
    if (!jobs)
        return jobs.error();
    std::vector<RqWaiting> waiting;
    pipeline.clear();
    for (const Reply& fields : *jobs) {
        waiting.push_back(RqWaiting::read(fields));
        if (waiting.back().dependencies.size() > mostDependencies)
            waiting.back().dependencies.clear();
        for (const TaskId& id : waiting.back().dependencies)
            pipeline.push_back({"HGET", RqKeys::job(id), "status"});
    }
    const auto statuses = client.pipeline(pipeline);
    if (!statuses)
        return statuses.error();
    auto status = statuses->begin();
    for (std::size_t i = 0; i < deferred.size(); ++i) {
        std::optional<RqObstacle> gone;
        bool isAwaited = false; // true if a dependency may still end, in which case RQ will check this job again
        for (const TaskId& id : waiting[i].dependencies) {
            const Reply& reply = *status++;
            const QByteArray word = reply.isBytes() && !reply.isError() ? reply.bytes : QByteArray();
            if (waiting[i].isBlockedBy(word) && !obstacles[i])
                obstacles[i] = RqObstacle{id, word};
            else if (reply.isNil() && !gone)
                gone = RqObstacle{id, {}};
            isAwaited = isAwaited || (!reply.isNil() && word != "finished" && word != "failed");
        }
        if (!obstacles[i] && !isAwaited)
            obstacles[i] = gone;
    }
    return obstacles;
}

} // namespace dueline
