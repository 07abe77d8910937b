// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/asynq/asynqsources.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"

#include <QDeadlineTimer>

namespace dueline {

/// Reads the queues of asynq. Nearly all of a task is in one field of its hash, so that a list reads it whole.
class AsynqInspector : public FrameworkInspector
{
public:
    static constexpr qint64 mostArchived = 10'000; ///< of a queue: asynq drops the oldest
    static constexpr qint64 longMessage = 256 * 1024; ///< bytes; what is longer is not read for a list
    static constexpr std::size_t mostGroups = 200; ///< of a queue that are looked into

    /// `ours`: the prefix of our own keys.
    AsynqInspector(RedisClient& client, RedisClock& clock, const QByteArray& ours);

    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    /// Bins of a day and more have what was done by asynq's counters of days; shorter ones leave out what is completed.
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
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
    /// Looks again which groups these queues have; they are sources as the others are.
    Result<> readGroups(const std::vector<QueueName>& queues);
    /// Looks again, at most every ten seconds, which queues recurring tasks add to: schedulers announce them as often.
    void readPlanned();
    Result<std::optional<SourceEntry>> placeOf(const QueueName& queue, const TaskId& id, TimePoint now);

    QByteArray m_ours;
    std::map<QueueName, std::vector<QByteArray>> m_groups;
    std::vector<QueueName> m_planned; ///< queues that recurring tasks add to, sorted
    QDeadlineTimer m_plannedUntil; ///< they are looked for again then
};

} // namespace dueline
