// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Recurring tasks that asynq schedulers announce in `asynq:schedulers:{HOST:PID:ID}`. Each scheduler rewrites its
/// entries about every ten seconds; they expire when it ends. A task is listed with the queue to which it is added. The
/// tasks cannot be changed here, because the scheduler's program defines them.
class AsynqSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostSchedulers = 100;
    static constexpr qint64 mostEntries = 1'000; ///< maximum number of entries read per scheduler
    // maximum size in bytes; a longer entry is only reported as unreadable
    static constexpr qint64 longestEntry = 64 * 1024;

    explicit AsynqSchedules(RedisClient& client);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;

    /// Returns the queues to which recurring tasks are added, sorted, including queues that have no tasks yet.
    static Result<std::vector<QueueName>> queues(RedisClient& client);

    /// Parses an entry in the form that a scheduler writes, and returns it with the queue to which it adds tasks;
    /// nullopt if it is invalid.
    static std::optional<std::pair<QueueName, ScheduleState>> read(const QByteArray& entry);

private:
    using Entries = std::vector<std::pair<QueueName, ScheduleState>>;
    /// Reads the entries of all live schedulers.
    static Result<Entries> readAll(RedisClient& client);

    RedisClient& m_client;
};

} // namespace dueline
