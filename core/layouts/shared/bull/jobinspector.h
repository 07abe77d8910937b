// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/bull/bulljob.h"
#include "core/layouts/shared/bull/jobworkers.h"
#include "core/layouts/shared/bull/queueowner.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/jobhashes.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/queuewalk.h"
#include "core/queue/queuecheckup.h"
#include "core/queue/queuepulse.h"

#include <chrono>
#include <map>
#include <set>

namespace dueline {

/// Inspector for Bull or BullMQ queues. A job's state depends on the key that contains its id; all other data is in its
/// hash. Derived classes provide the keys that contain ids, the names of the hash fields, and the names of keys that
/// indicate a queue.
class JobInspector : public FrameworkInspector
{
public:
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    void seekOnly(const QueueName&, StateSet states) override { m_seeksTrash = states == StateSet{TaskState::Trash}; }
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    /// Discards all cached data, including the owners. Called after a reconnect, possibly to a different server.
    void forget() override;
    QueueDiscovery* discovery() override { return m_found ? nullptr : &m_walk; }
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    /// Implements Backend::checkup().
    std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called);
    /// Implements Backend::pulse().
    std::unique_ptr<QueuePulse> pulse();

protected:
    /// Creates an inspector. `ours`: prefix of Dueline's own keys, including the trash.
    JobInspector(
        RedisClient& client, RedisClock& clock, const QByteArray& prefix, const QByteArray& ours, JobWords words);

    /// Returns the queue that a key belongs to, judging by its name; empty if there is none.
    virtual QueueName queueOf(const QByteArray& key) const = 0;
    /// Returns the framework that owns a queue, based on the evidence in `signs`. Derived classes may also consider
    /// the queue's name.
    virtual QueueOwner judge(const QueueName& queue, OwnerSigns signs) const;
    virtual bool isShown(QueueOwner owner) const = 0;

    Result<std::vector<QueueName>> names() override;
    bool isLooking() const override { return !m_found; }
    /// Counts each running job in the bin that contains its lock's expiry. Jobs beyond the first 1,000 are counted at
    /// the current time.
    Result<> completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<> settle(std::vector<QueueInfo>& infos) override;
    Error noSuchQueue(const QueueName& queue) const override;
    Command dueFieldsOf(const QueueName& queue, const QByteArray& member) const override;
    DueSince dueSince(const QByteArray& member, const Reply& fields) const override;
    /// Marks the waiting time as unknown for queues whose jobs have a different key prefix, which happens if ioredis
    /// adds its `keyPrefix`.
    Result<> judgeGone(
        std::vector<QueueInfo>& infos, const std::vector<std::pair<std::size_t, QByteArray>>& gone) override;
    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;
    Result<std::vector<FoundTask>> errorsAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries) override;
    Result<> sift(const QueueName& queue, const std::vector<TaskSource>& sources, const TaskFilter& filter,
        std::vector<SourceEntry>& entries) override;

    /// Returns the common prefix of a queue's keys, `PREFIX:QUEUE:`.
    QByteArray baseOf(const QueueName& queue) const { return m_prefix + ':' + queue + ':'; }
    OverlayKeys keysOf(const QueueName& queue) const override { return OverlayKeys::beside(m_ours, baseOf(queue)); }

private:
    struct KnownOwner
    {
        QueueOwner owner = QueueOwner::Nobody;
        std::chrono::steady_clock::time_point lookedAt{};
    };

    /// Removes jobs that can't match from `entries`, with a script on the server. Without the right to run scripts, and
    /// on servers older than 7.0, removes nothing. `wanted`: terms that must each occur in the id or in one of
    /// `fields`.
    Result<> siftOnServer(const QueueName& queue, const TaskFilter& wanted, const std::vector<QByteArray>& fields,
        std::vector<SourceEntry>& entries);
    /// Returns the key of a job's hash. Jobs in the trash use other keys.
    QByteArray hashOf(const QueueName& queue, const TaskId& id, TaskState state) const
    {
        return state == TaskState::Trash ? keysOf(queue).trashed(id) : baseOf(queue) + id;
    }
    std::vector<QByteArray> hashesOf(const QueueName& queue, const std::vector<SourceEntry>& entries) const;
    /// Returns the displayed task type for a job name.
    QByteArray shownType(const QueueName& queue, const QByteArray& name) const
    {
        return !m_words.unnamed.isEmpty() && name == m_words.unnamed ? queue : name;
    }
    /// Adds an explanation to tasks whose jobs exist only under a different key prefix (see ioredis's `keyPrefix`).
    Result<> explainMissing(
        const QueueName& queue, std::vector<FoundTask>& found, const std::vector<std::size_t>& missing);
    Error noSuchJob(const QueueName& queue, const TaskId& id) const;
    /// Returns the commands that read a job's details. They produce detailReplies() replies.
    std::vector<Command> detailCommands(const QByteArray& hash) const;
    std::size_t detailReplies() const { return 4 + m_words.childrenKeys.size(); }
    /// Builds a job's details from the replies to detailCommands(). `knowsOwner`: true if lookForOwners() succeeded.
    Result<TaskDetail> detailOf(const QueueName& queue, const std::vector<TaskSource>& sources,
        const SourceEntry& place, const FoundTask& found, std::span<const Reply> replies, TimePoint now,
        bool knowsOwner);
    /// Returns the source that contains a job, or nullopt. Takes one round trip.
    Result<std::optional<SourceEntry>> placeOf(const QueueName& queue, const TaskId& id, TimePoint now);
    /// Determines the owners of new queues, and rechecks some of the known queues.
    Result<> lookForOwners(const std::vector<QueueName>& queues);
    QueueOwner knownOwner(const QueueName& queue) const;

    RedisClock& m_clock;
    QByteArray m_prefix;
    QByteArray m_ours;
    JobWords m_words;
    std::shared_ptr<JobWorkers> m_workers;
    std::shared_ptr<JobHashes> m_hashes; ///< names of job keys; created by the first checkup
    std::set<QueueName> m_names;
    QueueWalk m_walk;
    std::map<QueueName, KnownOwner> m_owners;
    bool m_seeksTrash = false;
    bool m_siftsOnServer = true; ///< false if the server has refused the script
};

} // namespace dueline
