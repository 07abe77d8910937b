// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/queue/backend.h"
#include "core/redis/redisconfig.h"

#include <memory>

namespace dueline {

/// Tests a layout by writing its own sample to an otherwise empty server and reading it back.
class SampleCheck
{
public:
    /// Writes the sample to a server. Errors: same as RedisClient::open() and RedisClient::call(), plus Usage, with the
    /// command that the server rejected.
    static Result<> load(const Description& description, const RedisConfig& server);
    /// Reads all of the layout's tasks from the server, and compares them with the sample. Returns the number of tasks.
    /// Errors: same as QueueInspector::page(), plus Usage, with the position of the expected task.
    static Result<qint64> compare(std::shared_ptr<const Description> description, const RedisConfig& server);

    /// Returns a task value by its name in samples, such as `due` or `max-attempts`, or the fact with that name; empty
    /// if the task has neither.
    static QByteArray valueOf(
        const QByteArray& name, const Task& task, const std::vector<TaskFact>& facts, const QueueName& queue);
    /// Returns whether the sample stores this task in a stream. Layout files don't support streams yet, so such a task
    /// can't be checked.
    static bool isInStream(const Description& description, const SampleTask& task);
};

} // namespace dueline
