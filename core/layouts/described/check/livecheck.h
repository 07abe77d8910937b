// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/taskassembler.h"

namespace dueline {

/// Comparison of a layout with the data on a server. Only a bounded number of tasks is read.
struct LiveCheck
{
    static constexpr std::size_t mostQueues = 20; ///< maximum number of queues from which tasks are read

    struct Row
    {
        QueueName queue;
        DescribedTask task;
    };

    TimePoint now{}; ///< time of the server
    std::size_t queues = 0; ///< number of queues found
    std::vector<Row> rows; ///< one row for each task that was read
    QString gap; ///< sentence that describes what was not read; empty if everything was read

    /// Returns the number of tasks that match the description.
    qint64 matching() const;

    /// Reads up to `perState` tasks of each state from each queue. `client` must be open. Errors: those of
    /// RedisClient::pipeline(); WrongType, with the name of the key.
    static Result<LiveCheck> run(RedisClient& client, const Description& description, int perState);
};

} // namespace dueline
