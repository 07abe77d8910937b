// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

#include <set>

namespace dueline {

/// Recurring tasks of RQ: what the cron schedulers of version 2 announce (`rq:cron_scheduler:NAME`, a JSON array in the
/// field `cron_jobs`), and what rq-scheduler keeps (`rq:scheduler:scheduled_jobs`, whose jobs say in their `meta` how
/// they recur). They are listed with the queue that they add to and never changed: the first stand in the program that
/// runs the scheduler, the second in a pickle.
class RqSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostSchedulers = 100;
    static constexpr qint64 mostListed = 1'000; ///< jobs of rq-scheduler
    static constexpr qint64 longestList = 1024 * 1024; ///< bytes of `cron_jobs`; what is longer is not read
    static constexpr qint64 longestField = 64 * 1024; ///< bytes of a job's meta, description or data
    static constexpr Millis heard{120'000}; ///< RQ takes a scheduler for gone after that

    explicit RqSchedules(RedisClient& client);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    /// The queues that they add to. RQ itself knows a queue only once something was pushed to it. Errors: as
    /// schedules().
    Result<std::set<QueueName>> queues();

    /// Those of a queue in `cron_jobs`; of what is no such array none.
    static std::vector<ScheduleState> readCronJobs(const QByteArray& cronJobs, const QueueName& queue);
    /// How a job recurs by its `meta`: as in Schedule::cron, `once` where it does not; nullopt: that cannot be read.
    static std::optional<QByteArray> recurrenceOf(const QByteArray& meta);

private:
    /// A job of rq-scheduler.
    struct ListedJob
    {
        TaskId id;
        double due = 0; ///< s since 1970
        QueueName queue; ///< empty: the job is gone
    };

    /// What each scheduler that is there announces.
    Result<std::vector<QByteArray>> cronJobLists();
    /// The first of them, at most `mostListed`.
    Result<std::vector<ListedJob>> listedJobs();
    Result<> appendCronJobs(std::vector<ScheduleState>& states, const QueueName& queue);
    Result<> appendScheduledJobs(std::vector<ScheduleState>& states, const QueueName& queue);

    RedisClient& m_client;
};

} // namespace dueline
