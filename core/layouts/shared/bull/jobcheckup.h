// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/bull/joborphans.h"
#include "core/layouts/shared/bull/jobworkers.h"
#include "core/layouts/shared/jobs/jobhashes.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/layouts/shared/jobs/tasksource.h"

#include <set>

namespace dueline {

/// Queue to check, and its keys.
struct JobCheckupPlace
{
    QueueInfo info;
    QueueName called; ///< queue name to use in messages and suggested commands
    QByteArray base;
    std::vector<TaskSource> sources;
    bool hasMarker = false; ///< true if workers wait for changes to the `marker` set (BullMQ)
    QByteArray stalledField; ///< field of a job that counts how often it has stalled
};

/// Checks a Bull or BullMQ queue for jobs that no worker will run: active jobs without a lock, due jobs that won't wake
/// a worker, and jobs in a list that no worker reads. Also finds job hashes that are in no list or set, and ids without
/// a job.
class JobCheckup : public SteppedCheckup
{
public:
    /// Delay after which a problem is reported. Workers check for stalled jobs every 30 s.
    static constexpr Millis grace{60'000};
    /// Delay after which an overdue job is reported. BullMQ workers that are waiting for jobs poll every 10 s.
    static constexpr Millis markerGrace{15'000};
    static constexpr qint64 perStep = 250;
    static constexpr qint64 perWindow = 1'000; ///< number of list items to read per call
    // maximum number of delayed ids to read to find the first one that still has a job
    static constexpr qint64 mostFirst = 20;
    static constexpr qint64 mostActive = 20'000;
    static constexpr qint64 mostCrashing = 1'000; ///< maximum number of active jobs, and of next jobs, to examine
    static constexpr qint64 leastCrashes = 2; ///< a single crash can be caused by another job on the worker
    /// Maximum number of list items to search for jobs that may be missing from all keys.
    static constexpr qint64 mostListed = 1'000'000;

    /// Creates a checkup. `workers` and `hashes`: shared by all queues on a connection.
    JobCheckup(RedisClient& client, RedisClock& clock, std::shared_ptr<JobWorkers> workers,
        std::shared_ptr<JobHashes> hashes, JobCheckupPlace place);

private:
    Result<bool> readOverview();
    Result<> readFirstDue(const TaskSource& delayed, const std::vector<Reply>& first);
    Result<bool> readActive();
    Result<bool> judgeStalled();
    Result<bool> judgeCrashes();
    Result<bool> walkKeys();
    Result<bool> leaveOutMembers();
    Result<bool> leaveOutListed();
    Result<bool> judgeStrays();
    Result<bool> lookForOrphans();
    Result<bool> lookForLostChildren();

    /// Returns the ids that aren't in any of the queue's sets.
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
    QString m_shown; ///< queue name to use in messages
    QString m_operand; ///< queue name to use in suggested commands
    JobOrphans m_orphans;
    TimePoint m_now{};
    std::optional<bool> m_isServed;
    bool m_isPaused = false;
    bool m_isLimited = false; ///< true if a rate limit delays all jobs
    qint64 m_leftPaused = 0; ///< number of ids in the `paused` list
    qint64 m_markers = 0;
    qint64 m_due = 0; ///< number of delayed jobs overdue by more than markerGrace
    std::optional<TimePoint> m_firstDue;
    qint64 m_waiting = 0; ///< number of ids in `wait`
    std::optional<TimePoint> m_oldest; ///< time since which the next job to run has been waiting
    std::size_t m_list = 0;
    bool m_isWorked = false; ///< true if a running job holds a lock
    std::vector<TaskId> m_unlocked;
    std::vector<TaskId> m_named; ///< parts of key names that may be job ids
    std::vector<TaskId> m_unplaced; ///< ids in m_named that aren't in any of the queue's sets
    std::set<TaskId> m_strays; ///< ids that aren't in any of the queue's sets or lists
    int m_listRound = 0;
};

} // namespace dueline
