// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/listedschedules.h"
#include "core/redis/redisclient.h"

#include <set>

namespace dueline {

/// RQ's recurring tasks. Version 2's cron schedulers publish their tasks in `rq:cron_scheduler:NAME`, as a JSON array
/// in the `cron_jobs` field. rq-scheduler stores its tasks in `rq:scheduler:scheduled_jobs`, and their recurrence in
/// `meta`. Each task is listed under the queue that receives it. Tasks are read-only here: cron schedulers define their
/// tasks in a program, and rq-scheduler stores its tasks as pickles.
class RqSchedules : public ListedSchedules
{
public:
    static constexpr qint64 mostSchedulers = 100;
    static constexpr qint64 mostListed = 1'000; ///< maximum number of rq-scheduler jobs to read
    // maximum size of `cron_jobs` in bytes; a larger array isn't read
    static constexpr qint64 longestList = 1024 * 1024;
    static constexpr qint64 longestField = 64 * 1024; ///< maximum size in bytes of a job's meta, description or data
    static constexpr Millis heard{120'000}; ///< time after which RQ considers a scheduler lost

    explicit RqSchedules(RedisClient& client);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    /// Returns the queues that receive recurring tasks. RQ itself registers a queue only when a job is pushed to it.
    /// Errors: same as schedules().
    Result<std::set<QueueName>> queues();

    /// Returns a queue's recurring tasks from a `cron_jobs` field; none if the field isn't a JSON array.
    static std::vector<ScheduleState> readCronJobs(const QByteArray& cronJobs, const QueueName& queue);
    /// Returns the recurrence stored in a job's `meta`, in the form of Schedule::cron, or `once` if the job doesn't
    /// recur; nullopt if `meta` is unreadable.
    static std::optional<QByteArray> recurrenceOf(const QByteArray& meta);

private:
    /// rq-scheduler job.
    struct ListedJob
    {
        TaskId id;
        double due = 0; ///< due time in seconds since 1970
        QueueName queue; ///< target queue; empty if the job no longer exists
    };

    /// Returns the task lists published by all live schedulers.
    Result<std::vector<QByteArray>> cronJobLists();
    /// Returns the next jobs to run, up to `mostListed`.
    Result<std::vector<ListedJob>> listedJobs();
    Result<> appendCronJobs(std::vector<ScheduleState>& states, const QueueName& queue);
    Result<> appendScheduledJobs(std::vector<ScheduleState>& states, const QueueName& queue);

    RedisClient& m_client;
};

} // namespace dueline
