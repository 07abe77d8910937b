// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/asynq/asynqsources.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/unlistedqueues.h"

#include <QDeadlineTimer>

namespace dueline {

/// Inspector for asynq queues. Reads listed tasks completely: nearly all of a task's data is in a single hash field.
class AsynqInspector : public FrameworkInspector
{
public:
    /// Maximum number of archived tasks per queue. Beyond it, asynq deletes the oldest one whenever it archives
    /// another.
    static constexpr qint64 mostArchived = 10'000;
    /// Maximum size in bytes of a message to read for a task list.
    static constexpr qint64 longMessage = 256 * 1024;
    static constexpr std::size_t mostGroups = 200; ///< maximum number of groups to read per queue

    /// Creates an inspector. `ours`: prefix of Dueline's own keys. `unlisted`: finds queues missing from
    /// `asynq:queues`.
    AsynqInspector(
        RedisClient& client, RedisClock& clock, const QByteArray& ours, std::unique_ptr<UnlistedQueues> unlisted);

    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    /// Counts tasks per bin. Completed tasks are counted with asynq's daily counters, so bins shorter than a day leave
    /// them out.
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    void seekOnly(const QueueName&, StateSet states) override { m_seeksTrash = states == StateSet{TaskState::Trash}; }
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    /// Returns whether the queue has a group missing from `asynq:{QUEUE}:groups`.
    bool hasUnlistedGroups(const QueueName& queue) const { return !m_unlisted->parts(queue).empty(); }
    QueueDiscovery* discovery() override { return m_found ? nullptr : m_unlisted.get(); }
    void forget() override;

protected:
    Result<std::vector<QueueName>> names() override;
    Result<> prepare(const std::vector<QueueName>& queues) override;
    OverlayKeys keysOf(const QueueName& queue) const override { return AsynqKeys::beside(m_ours, queue); }
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;
    Result<> completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<> settle(std::vector<QueueInfo>& infos) override;
    Command dueFieldsOf(const QueueName& queue, const QByteArray& member) const override;
    DueSince dueSince(const QByteArray& member, const Reply& fields) const override;
    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;

private:
    QByteArray hashOf(const QueueName& queue, const TaskId& id, TaskState state) const;
    Error noSuchTask(const QueueName& queue, const TaskId& id) const;
    /// Reads these queues' groups. A group is a source of tasks, like a list or a set.
    Result<> readGroups(const std::vector<QueueName>& queues);
    /// Reads the names of the queues that receive recurring tasks, at most once every ten seconds: schedulers don't
    /// publish more often.
    void readPlanned();
    Result<std::optional<SourceEntry>> placeOf(const QueueName& queue, const TaskId& id, TimePoint now);

    QByteArray m_ours;
    std::unique_ptr<UnlistedQueues> m_unlisted;
    std::map<QueueName, std::vector<QByteArray>> m_groups;
    std::vector<QueueName> m_planned; ///< queues that receive recurring tasks, sorted
    QDeadlineTimer m_plannedUntil; ///< time at which to reread m_planned
    bool m_seeksTrash = false;
};

} // namespace dueline
