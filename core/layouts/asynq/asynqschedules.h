// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Recurring tasks that asynq schedulers publish in `asynq:schedulers:{HOST:PID:ID}`. A scheduler rewrites its entries
/// about every ten seconds, and they expire soon after it ends. Each recurring task is listed under the queue that
/// receives it. Recurring tasks are read-only here, because they are defined in the scheduler's program.
class AsynqSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostSchedulers = 100;
    static constexpr qint64 mostEntries = 1'000; ///< maximum number of entries to read per scheduler
    // maximum size of an entry in bytes; larger ones are only reported as unreadable
    static constexpr qint64 longestEntry = 64 * 1024;

    explicit AsynqSchedules(RedisClient& client);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;

    /// Returns the queues that receive recurring tasks, including queues without tasks, sorted.
    static Result<std::vector<QueueName>> queues(RedisClient& client);

    /// Parses an entry written by a scheduler. Returns the recurring task and the queue that receives it; nullopt if
    /// the entry is invalid.
    static std::optional<std::pair<QueueName, ScheduleState>> read(const QByteArray& entry);

private:
    using Entries = std::vector<std::pair<QueueName, ScheduleState>>;
    /// Reads the entries of all live schedulers.
    static Result<Entries> readAll(RedisClient& client);

    RedisClient& m_client;
};

} // namespace dueline
