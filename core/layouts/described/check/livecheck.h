// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/taskassembler.h"

namespace dueline {

/// Compares a layout with the data on a server. Reads only a bounded number of tasks.
struct LiveCheck
{
    static constexpr std::size_t mostQueues = 20; ///< maximum number of queues to read tasks from

    struct Row
    {
        QueueName queue;
        DescribedTask task;
    };

    TimePoint now{}; ///< server time
    std::size_t queues = 0;
    std::vector<Row> rows; ///< one row per task read
    QString gap; ///< sentence about data that wasn't read; empty if everything was read
    QByteArrayList missing; ///< fields that no task has, although the description says where to find them

    /// Returns the number of tasks that match the description.
    qint64 matching() const;

    /// Reads up to `perState` tasks in each state from each queue. `client` must be open. Errors: same as
    /// RedisClient::pipeline(), plus WrongType, with the key's name.
    static Result<LiveCheck> run(RedisClient& client, const Description& description, int perState);
};

} // namespace dueline
