// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/horizonreader.h"
#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/laravel/seenqueues.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/memberinspector.h"
#include "core/layouts/shared/jobs/queuewalk.h"

#include <set>

namespace dueline {

/// Inspector for the Laravel queues with one prefix, and for a shared pseudo-queue with the failed and completed jobs
/// that Horizon stores. The pseudo-queue's name is `@` followed by the layout, or empty.
class LaravelInspector : public MemberInspector
{
public:
    /// Creates an inspector. `ours`: prefix of Dueline's own keys. `horizon`: reader shared with the editor.
    LaravelInspector(RedisClient& client, RedisClock& clock, const LaravelSpec& spec, const QByteArray& ours,
        std::shared_ptr<HorizonReader> horizon);

    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    /// Returns Horizon's supervisors. Laravel's own workers aren't registered in Redis, so they can't be listed.
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    /// Discards all cached data: the connection may now be to a different server.
    void forget() override;
    QueueDiscovery* discovery() override { return m_found ? nullptr : &m_walk; }

protected:
    Result<std::vector<QueueName>> names() override;
    bool isLooking() const override { return !m_found; }
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;
    Result<> settle(std::vector<QueueInfo>& infos) override;
    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;
    Error noSuchQueue(const QueueName& queue) const override;
    OverlayKeys keysOf(const QueueName& queue) const override;
    QByteArray shownName(const QueueName& queue) const override;
    DueSince dueSince(const QByteArray& member, const Reply& fields) const override;
    FoundTask taskOf(const TaskSource& source, const SourceEntry& entry, TimePoint now) override;

private:
    bool isShared(const QueueName& queue) const { return m_spec.isShared(queue); }
    void meet(const QByteArray& key);
    /// Finds the Horizon instance before reading a queue. Errors: NotFound for the shared pseudo-queue if there is no
    /// Horizon instance.
    Result<> find(const QueueName& queue);
    Error noSuchTask(const QueueName& queue, const TaskId& id) const;

    LaravelSpec m_spec;
    QByteArray m_ours;
    std::shared_ptr<HorizonReader> m_horizon;
    std::set<QueueName> m_names; ///< queues with keys
    QueueWalk m_walk;
    SeenQueues m_seen;
    std::set<QueueName> m_measured; ///< queues measured by Horizon
};

} // namespace dueline
