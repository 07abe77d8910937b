// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/shared/jobs/steppedcheckup.h"
#include "core/queue/queueinfo.h"

#include <memory>
#include <optional>
#include <set>

namespace dueline {

/// Names of the hashes of asynq's tasks: by one bounded walk over the keys of the server, which the queues of a
/// connection share.
class AsynqHashes
{
public:
    explicit AsynqHashes(RedisClient& client)
        : m_client(client)
    { }

    /// Errors: as RedisClient::call().
    Result<std::vector<TaskId>> of(const QueueName& queue);

private:
    Result<> walk();

    RedisClient& m_client;
    std::optional<std::vector<QByteArray>> m_keys; ///< sorted; nullopt: not walked yet
};

/// Looks at a queue of asynq for tasks that nobody runs: leases that are over, what a server that is gone held, and ids
/// without a task; and for an archive that is full. Or, for AsynqAudit, for tasks that stand elsewhere than their state
/// says, or nowhere.
class AsynqCheckup : public SteppedCheckup
{
public:
    static constexpr Millis grace{60'000}; ///< servers put back what is over for 30 s, and look every minute
    static constexpr Millis missedBeats{15'000}; ///< a lease that ends so soon was not extended three times
    static constexpr qint64 mostArchived = 9'990; ///< asynq keeps 9,999 when it archives another one
    static constexpr qint64 mostActive = 2'000; ///< ids of the list of what runs
    static constexpr qint64 perWindow = 250; ///< ids of a list or set, each with a read of its task
    static constexpr qint64 mostPerPlace = 10'000; ///< ids of one list or set whose tasks are read
    static constexpr qint64 mostListed = 1'000'000; ///< ids of the list that are looked through for strays
    static constexpr std::size_t mostSuspects = 1'000;

    /// What is looked for.
    enum class Part : quint8 {
        Told, ///< findings that a person, or a server of asynq, sees to
        Mendable, ///< what differing() and strays() tell; no findings
    };

    /// `hashes`: shared by the queues of one connection. `called`: what the queue is called in sentences and commands.
    AsynqCheckup(RedisClient& client, RedisClock& clock, std::shared_ptr<AsynqHashes> hashes, const QueueInfo& queue,
        const QueueName& called, Part part = Part::Told);

    /// Tasks that stand in one place and say another. After the last step.
    const std::set<TaskId>& differing() const { return m_differing; }
    /// Tasks that say a state and stand nowhere. After the last step.
    const std::set<TaskId>& strays() const { return m_nowhere; }

private:
    /// An id in a place, and what the task itself says.
    struct Suspect
    {
        const char* place;
        TaskId id;
        QByteArray state; ///< null: there is no task
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
    /// A command that answers with nothing where an id does not stand.
    Command standsIn(const QByteArray& place, const TaskId& id) const;
    void tell(const char* kind, QueueFinding::Risk risk, qint64 count, const QString& reason, const QString& remedy);
    void tellUnserved(qint64 pending, qint64 due, const QByteArray& next);

    RedisClient& m_client;
    RedisClock& m_clock;
    std::shared_ptr<AsynqHashes> m_hashes;
    QueueName m_queue;
    QueueName m_called;
    QString m_shown; ///< the queue, in sentences
    Part m_part;
    std::size_t m_place = 0; ///< of places, the one that is looked through
    TimePoint m_now{};
    std::vector<TaskId> m_active;
    std::vector<Suspect> m_suspects;
    std::optional<std::vector<TaskId>> m_ids; ///< of hashes; nullopt: not asked yet
    std::set<TaskId> m_strays; ///< that may be some
    std::set<TaskId> m_differing;
    std::set<TaskId> m_nowhere;
    std::set<TaskId> m_unlisted; ///< of these, those that should stand in the list of what waits
};

} // namespace dueline
