// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/memberinspector.h"
#include "core/layouts/shared/jobs/unlistedqueues.h"
#include "core/layouts/sidekiq/sidekiqwork.h"
#include "core/queue/queuecheckup.h"
#include "core/queue/queuepulse.h"

namespace dueline {

struct SidekiqJob;

/// Inspector for one Sidekiq installation. It shows each queue with its running jobs, plus a shared pseudo-queue for
/// the sets that all queues use. The pseudo-queue's name is `@` and the layout's name; the empty name also refers to
/// it.
class SidekiqInspector : public MemberInspector
{
public:
    /// Creates an inspector. `ours`: prefix of Dueline's own keys. `work`: running jobs, shared with the editor.
    /// `unlisted`: search for queues missing from the set of queues.
    SidekiqInspector(RedisClient& client, RedisClock& clock, const SidekiqSpec& spec, const QByteArray& ours,
        std::shared_ptr<SidekiqWork> work, std::unique_ptr<UnlistedQueues> unlisted);

    /// Returns a queue. Scans for reliable fetch lists if nothing else shows that the queue exists.
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    /// Returns records whose `stored` also contains the set and exact score of a scheduled job or a retry, in
    /// SidekiqStored's format.
    Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<WorkerInfo>> workers() override;
    /// Returns the shared pseudo-queue's statistics. Empty for other queues, because Sidekiq has no counters per queue.
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    /// Implements Backend::checkup.
    std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called);
    /// Implements Backend::pulse.
    std::unique_ptr<QueuePulse> pulse();
    QueueDiscovery* discovery() override { return m_found ? nullptr : m_unlisted.get(); }
    /// If only leased jobs are wanted, later reads also scan for jobs in reliable fetch lists.
    void seekOnly(const QueueName& queue, StateSet states) override;
    /// Discards all cached data. Called after a reconnect, possibly to a different server.
    void forget() override;

protected:
    Result<std::vector<QueueName>> names() override;
    Result<> prepare(const std::vector<QueueName>&) override;
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;
    Result<> completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<> settle(std::vector<QueueInfo>& infos) override;
    OverlayKeys keysOf(const QueueName& queue) const override;
    bool payloadIsInMember() const override { return true; }
    QByteArray ownErrors() const override;
    DueSince dueSince(const QByteArray& member, const Reply& fields) const override;
    QByteArray shownName(const QueueName& queue) const override;
    FoundTask taskOf(const TaskSource& source, const SourceEntry& entry, TimePoint now) override;

private:
    struct FoundJob
    {
        FoundMember member;
        std::optional<BusyJob> busy;
    };

    bool isShared(const QueueName& queue) const { return m_spec.isShared(queue); }
    Result<> readWork(TimePoint now);
    bool isBusy(const QueueName& queue) const;
    static void markRunning(Task& task, const QByteArray& process, const BusyJob* report);
    const HeldList* heldListOf(const QueueName& queue, const Task& task) const;
    QByteArray putBackBy(const HeldList& list) const;
    FoundTask foundOf(const BusyJob& job, TimePoint now);
    Result<std::vector<BusyJob>> busyJobs(const QueueName& queue, TimePoint now);
    Result<FoundJob> find(const QueueName& queue, const TaskId& id);

    RedisClock& m_clock;
    SidekiqSpec m_spec;
    QByteArray m_ours;
    std::shared_ptr<SidekiqWork> m_work;
    std::unique_ptr<UnlistedQueues> m_unlisted;
};

} // namespace dueline
