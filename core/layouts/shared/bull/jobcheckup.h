// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/bull/jobhashes.h"
#include "core/layouts/shared/bull/joborphans.h"
#include "core/layouts/shared/bull/jobworkers.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/layouts/shared/jobs/tasksource.h"

#include <set>

namespace dueline {

/// The queue to check.
struct JobCheckupPlace
{
    QueueInfo info;
    QueueName called; ///< name of the queue in sentences and commands
    QByteArray base;
    std::vector<TaskSource> sources;
    bool hasMarker = false; ///< workers wait for the set `marker` (BullMQ)
};

/// Checks a Bull or BullMQ queue for jobs that no worker will run: active jobs without a lock, due jobs that will not
/// wake a worker, and jobs in a list that no worker reads. It also finds job hashes that are in no list and no set, and
/// ids without a job.
class JobCheckup : public SteppedCheckup
{
public:
    static constexpr Millis grace{60'000}; ///< a worker checks for stalled jobs every 30 s
    static constexpr Millis markerGrace{15'000}; ///< a waiting BullMQ worker polls every 10 s
    static constexpr qint64 perStep = 250;
    static constexpr qint64 perWindow = 1'000; ///< ids of a list per read
    static constexpr qint64 mostFirst = 20; ///< delayed ids that are read to find the first with a job
    static constexpr qint64 mostActive = 20'000;
    static constexpr qint64 mostListed = 1'000'000; ///< list ids that are scanned for stray jobs

    /// `workers`, `hashes`: shared by the queues of one connection.
    JobCheckup(RedisClient& client, RedisClock& clock, std::shared_ptr<JobWorkers> workers,
        std::shared_ptr<JobHashes> hashes, JobCheckupPlace place);

private:
    Result<bool> readOverview();
    Result<> readFirstDue(const TaskSource& delayed, const std::vector<Reply>& first);
    Result<bool> readActive();
    Result<bool> judgeStalled();
    Result<bool> walkKeys();
    Result<bool> leaveOutMembers();
    Result<bool> leaveOutListed();
    Result<bool> judgeStrays();
    Result<bool> lookForOrphans();
    Result<bool> lookForLostChildren();

    /// Returns the ids that are in none of the sets.
    Result<std::vector<TaskId>> inNoSet(const std::vector<TaskId>& ids);
    void tell(const char* kind, QueueFinding::Risk risk, qint64 count, const QString& reason, const QString& remedy);
    void tellUnserved();
    void tellUnmarked();
    void tellStrays(const std::vector<TaskId>& strays);

    RedisClient& m_client;
    RedisClock& m_clock;
    std::shared_ptr<JobWorkers> m_workers;
    std::shared_ptr<JobHashes> m_hashes;
    JobCheckupPlace m_place;
    QString m_shown; ///< name of the queue in sentences
    QString m_operand; ///< name of the queue in commands
    JobOrphans m_orphans;
    TimePoint m_now{};
    std::optional<bool> m_isServed;
    bool m_isPaused = false;
    bool m_isLimited = false; ///< a rate limit holds back all jobs
    qint64 m_leftPaused = 0; ///< ids in the list `paused`
    qint64 m_markers = 0;
    qint64 m_due = 0; ///< delayed jobs past markerGrace
    std::optional<TimePoint> m_firstDue;
    qint64 m_waiting = 0; ///< ids in `wait`
    std::optional<TimePoint> m_oldest; ///< instant since which the next job to run has waited
    std::size_t m_list = 0;
    bool m_isWorked = false; ///< a job holds a lock
    std::vector<TaskId> m_unlocked;
    std::vector<TaskId> m_named; ///< names after the base that may be jobs
    std::vector<TaskId> m_unplaced; ///< names that are in no set
    std::set<TaskId> m_strays; ///< names that are in no list either, so far
    int m_listRound = 0;
};

} // namespace dueline
