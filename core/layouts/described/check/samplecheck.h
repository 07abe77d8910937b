// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/queue/backend.h"
#include "core/redis/redisconfig.h"

#include <memory>

namespace dueline {

/// Checks a layout by writing its own sample to a server without other data and reading it back.
class SampleCheck
{
public:
    /// Writes the sample to a server. Errors: Usage, with the command that the server rejected; those of
    /// RedisClient::open() and RedisClient::call().
    static Result<> load(const Description& description, const RedisConfig& server);
    /// Reads all tasks of the layout from the server, and compares them with the tasks in the sample. Returns the
    /// number of tasks. Errors: Usage, with the position of the expected task; those of QueueInspector::page().
    static Result<qint64> compare(std::shared_ptr<const Description> description, const RedisConfig& server);

    /// Returns a value of a task by its name in samples, such as `due` or `max-attempts`, or the fact with this name;
    /// empty if the task has neither.
    static QByteArray valueOf(
        const QByteArray& name, const Task& task, const std::vector<TaskFact>& facts, const QueueName& queue);
    /// Returns whether the sample stores this task in a stream. Such a task cannot be checked, because layout files do
    /// not support streams yet.
    static bool isInStream(const Description& description, const SampleTask& task);
};

} // namespace dueline
