// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Recurring tasks that asynq schedulers publish in `asynq:schedulers:{HOST:PID:ID}`. A scheduler rewrites its entries
/// about every ten seconds, and they expire soon after the scheduler ends. Each recurring task is listed under the
/// queue that receives it. Recurring tasks are read-only here, because they are defined in the scheduler's program.
class AsynqSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostSchedulers = 100;
    static constexpr qint64 mostEntries = 1'000; ///< maximum number of entries read per scheduler
    // maximum size of an entry in bytes; a larger entry is only reported as unreadable
    static constexpr qint64 longestEntry = 64 * 1024;

    explicit AsynqSchedules(RedisClient& client);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;

    /// Returns the queues that receive recurring tasks, sorted. Includes queues without tasks.
    static Result<std::vector<QueueName>> queues(RedisClient& client);

    /// Parses an entry written by a scheduler. Returns the recurring task with the queue that receives it; nullopt if
    /// the entry is invalid.
    static std::optional<std::pair<QueueName, ScheduleState>> read(const QByteArray& entry);

private:
    using Entries = std::vector<std::pair<QueueName, ScheduleState>>;
    /// Reads the entries of all live schedulers.
    static Result<Entries> readAll(RedisClient& client);

    RedisClient& m_client;
};

} // namespace dueline
