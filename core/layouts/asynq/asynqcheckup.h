// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/jobhashes.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/queue/queueinfo.h"

#include <memory>
#include <optional>
#include <set>

namespace dueline {

/// Checks an asynq queue for tasks that no server will run (expired leases, tasks of a lost server, ids without a task)
/// and for a full archive. For AsynqAudit, also finds tasks whose state doesn't match their key, and tasks in no key.
class AsynqCheckup : public SteppedCheckup
{
public:
    // delay before expired leases and overdue tasks are reported; once a minute, servers requeue tasks whose leases
    // expired at least 30 s ago
    static constexpr Millis grace{60'000};
    // remaining lease time below which the server has missed three extensions
    static constexpr Millis missedBeats{15'000};
    /// Archive size at which the archive is reported as full. When asynq archives a task, it keeps at most 9,999
    /// others.
    static constexpr qint64 mostArchived = 9'990;
    static constexpr qint64 mostActive = 2'000; ///< maximum number of ids to read from the active list
    static constexpr qint64 perWindow = 250; ///< number of ids, with their tasks, to read from a list or set per step
    static constexpr qint64 mostPerPlace = 10'000; ///< maximum number of ids per list or set whose tasks are read
    /// Maximum number of pending list items to search for tasks that may be missing from all keys.
    static constexpr qint64 mostListed = 1'000'000;
    static constexpr std::size_t mostSuspects = 1'000;

    /// Purpose of a checkup.
    enum class Part : quint8 {
        Told, ///< report problems that an operator or an asynq server must fix
        Mendable, ///< report nothing, but set the results of differing() and strays()
    };

    /// Creates a checkup. `hashes`: shared by all queues on a connection. `called`: queue name to use in messages and
    /// suggested commands.
    AsynqCheckup(RedisClient& client, RedisClock& clock, std::shared_ptr<JobHashes> hashes, const QueueInfo& queue,
        const QueueName& called, Part part = Part::Told);

    /// Returns the tasks whose state doesn't match their key. Call this after the last step.
    const std::set<TaskId>& differing() const { return m_differing; }
    /// Returns the tasks that have a state but are in no key. Call this after the last step.
    const std::set<TaskId>& strays() const { return m_nowhere; }

private:
    /// Id found in a list or set, and the state stored in the task's hash.
    struct Suspect
    {
        const char* place;
        TaskId id;
        QByteArray state; ///< null if the task doesn't exist
    };

    Result<bool> readOverview();
    Result<bool> readServers();
    Result<bool> readPlace();
    Result<bool> judgeSuspects();
    Result<bool> readHashes();
    Result<bool> leaveOutListed();
    Result<bool> judgeStrays();

    QByteArray key(const char* place) const;
    QByteArray taskKey(const TaskId& id) const;
    /// Returns a command that looks up the id in the list or set; the reply is empty if it isn't there.
    Command standsIn(const QByteArray& place, const TaskId& id) const;
    void tell(const char* kind, QueueFinding::Risk risk, qint64 count, const QString& reason, const QString& remedy);
    void tellUnserved(qint64 pending, qint64 due, const QByteArray& next);

    RedisClient& m_client;
    RedisClock& m_clock;
    std::shared_ptr<JobHashes> m_hashes;
    QueueName m_queue;
    QueueName m_called;
    QString m_shown; ///< queue name to use in messages
    Part m_part;
    std::size_t m_place = 0; ///< index of the list or set being scanned
    TimePoint m_now{};
    std::vector<TaskId> m_active;
    std::vector<Suspect> m_suspects;
    std::optional<std::vector<TaskId>> m_ids; ///< ids of the tasks that have a hash; nullopt if not read yet
    std::set<TaskId> m_strays; ///< ids of tasks that may be missing from all keys
    std::set<TaskId> m_differing;
    std::set<TaskId> m_nowhere;
    std::set<TaskId> m_unlisted; ///< tasks in m_ids that should be in the pending list
};

} // namespace dueline
