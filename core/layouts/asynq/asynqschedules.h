// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Recurring tasks that asynq schedulers publish in `asynq:schedulers:{HOST:PID:ID}`. Each scheduler rewrites its
/// entries about every ten seconds, and they expire when the scheduler ends. A recurring task is listed with the queue
/// to which it is added. It cannot be changed here, because the scheduler's program defines it.
class AsynqSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostSchedulers = 100;
    static constexpr qint64 mostEntries = 1'000; ///< maximum number of entries read per scheduler
    // maximum size in bytes; a longer entry is only reported as unreadable
    static constexpr qint64 longestEntry = 64 * 1024;

    explicit AsynqSchedules(RedisClient& client);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;

    /// Returns the queues to which recurring tasks are added, sorted, including queues without tasks.
    static Result<std::vector<QueueName>> queues(RedisClient& client);

    /// Parses an entry written by a scheduler, and returns it with the queue to which it adds tasks; nullopt if the
    /// entry is invalid.
    static std::optional<std::pair<QueueName, ScheduleState>> read(const QByteArray& entry);

private:
    using Entries = std::vector<std::pair<QueueName, ScheduleState>>;
    /// Reads the entries of all live schedulers.
    static Result<Entries> readAll(RedisClient& client);

    RedisClient& m_client;
};

} // namespace dueline
