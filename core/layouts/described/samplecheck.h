// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/queue/backend.h"
#include "core/redis/redisconfig.h"

#include <memory>

namespace dueline {

/// Test of a layout with its own sample, on a server without other data.
class SampleCheck
{
public:
    /// Writes the sample to a server. Errors: Usage, with the line of the sample; as RedisClient::open() and ::call().
    static Result<> load(const Description& description, const RedisConfig& server);
    /// Reads all tasks of the layout from the server and compares them with the sample's tasks. Returns their number.
    /// Errors: Usage, with the position of the expected task; as QueueInspector::page().
    static Result<qint64> compare(std::shared_ptr<const Description> description, const RedisConfig& server);

    /// Returns a value of a task by the name used in samples; empty if there is none.
    static QByteArray valueOf(
        const QByteArray& name, const Task& task, const std::vector<TaskFact>& facts, const QueueName& queue);
    /// Returns whether the task is in a stream, which the layout cannot read yet.
    static bool isInStream(const Description& description, const SampleTask& task);
};

} // namespace dueline
