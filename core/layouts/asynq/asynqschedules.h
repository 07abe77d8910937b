// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// What schedulers of asynq have announced (`asynq:schedulers:{HOST:PID:ID}`): each writes its entries every ten
/// seconds or so, and they go with it. They are listed with the queue that they add to and never changed, since they
/// stand in the program that runs the scheduler.
class AsynqSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostSchedulers = 100;
    static constexpr qint64 mostEntries = 1'000; ///< of one scheduler
    static constexpr qint64 longestEntry = 64 * 1024; ///< bytes; of what is longer only that it cannot be read

    explicit AsynqSchedules(RedisClient& client);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;

    /// The queues that recurring tasks add to, sorted; also one that no task was ever added to.
    static Result<std::vector<QueueName>> queues(RedisClient& client);

    /// An entry as a scheduler writes it, and the queue that it adds to; nullopt: it is no such message.
    static std::optional<std::pair<QueueName, ScheduleState>> read(const QByteArray& entry);

private:
    using Entries = std::vector<std::pair<QueueName, ScheduleState>>;
    /// Of all schedulers that are there.
    static Result<Entries> readAll(RedisClient& client);

    RedisClient& m_client;
};

} // namespace dueline
