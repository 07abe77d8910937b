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

/// What is particular to a queue that is looked at.
struct JobCheckupPlace
{
    QueueInfo info;
    QueueName called; ///< what the queue is called in sentences and commands
    QByteArray base;
    std::vector<TaskSource> sources;
    bool hasMarker = false; ///< workers wait for the set `marker` (BullMQ)
};

/// Looks at a queue of Bull or BullMQ for jobs that nobody runs: those without a lock in `active`, due ones that wake
/// nobody, those in a list that nobody takes from, hashes of jobs that stand nowhere, and ids without a job.
class JobCheckup : public SteppedCheckup
{
public:
    static constexpr Millis grace{60'000}; ///< a worker's own checks come every 30 s
    static constexpr Millis markerGrace{15'000}; ///< a worker of BullMQ that waits looks by itself every 10 s
    static constexpr qint64 perStep = 250;
    static constexpr qint64 perWindow = 1'000; ///< ids of a list
    static constexpr qint64 mostFirst = 20; ///< delayed ids that are looked at for the first with a job
    static constexpr qint64 mostActive = 20'000;
    static constexpr qint64 mostListed = 1'000'000; ///< ids of lists that are looked through for strays

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

    /// Of these ids, those that stand in none of the sets.
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
    QString m_shown; ///< the queue, in sentences
    QString m_operand; ///< the queue, in commands
    JobOrphans m_orphans;
    TimePoint m_now{};
    std::optional<bool> m_isServed;
    bool m_isPaused = false;
    bool m_isLimited = false; ///< a rate limit holds all back
    qint64 m_leftPaused = 0; ///< ids in the list `paused`
    qint64 m_markers = 0;
    qint64 m_due = 0; ///< delayed jobs past markerGrace
    std::optional<TimePoint> m_firstDue;
    qint64 m_waiting = 0; ///< ids in `wait`
    std::optional<TimePoint> m_oldest; ///< since when the one waits that runs next
    std::size_t m_list = 0;
    bool m_isWorked = false; ///< a job holds a lock
    std::vector<TaskId> m_unlocked;
    std::vector<TaskId> m_named; ///< names behind the base that may be jobs
    std::vector<TaskId> m_unplaced; ///< of these, those in no set
    std::set<TaskId> m_strays; ///< those in no list either, so far
    int m_listRound = 0;
};

} // namespace dueline
