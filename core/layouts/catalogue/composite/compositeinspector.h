// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/actedqueues.h"
#include "core/layouts/catalogue/composite/compositeroutes.h"
#include "core/layouts/catalogue/composite/layoutfinder.h"

#include <map>

namespace dueline {

/// Inspector that forwards calls to each queue's layout. A call that concerns all layouts merges their results in
/// layout order; a layout that can't be read becomes one row with the reason. If the connection discovers layouts, a
/// layout that the user isn't allowed to read is hidden unless it is the only one. If only native queues remain, their
/// rows show no layout.
class CompositeInspector : public QueueInspector
{
public:
    /// Creates an inspector. `finder`: null to disable discovery. `acted`: queues to count next.
    CompositeInspector(const CompositeRoutes& routes, LayoutFinder* finder, ActedQueues& acted)
        : m_routes(routes)
        , m_finder(finder)
        , m_acted(acted)
    { }

    Result<std::vector<QueueInfo>> queues() override;
    /// Limits the number of queues counted per refresh, in all layouts together.
    void paceCounts(const CountBudget& pace) override { m_pace = pace; }
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    qint64 mostForBeginnings(const QueueName& queue) override;
    TimePoint endedUntil(const QueueName& queue, StateSet states, TimePoint now) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    void seekOnly(const QueueName& queue, StateSet states) override;
    Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states) override;
    Result<TaskFlow> flow(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<RecentHistory>> recent(const std::vector<RecentRequest>& wanted, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    Result<std::optional<UniqueHold>> holderOf(const QueueName& queue, const QByteArray& key) override;

private:
    QueueInfo unreadable(std::size_t layout, const Error& error) const;
    Result<> catchUp();
    void divideCounts();
    /// Returns a layout's name as shown in rows.
    QByteArray shownLayout(std::size_t layout) const;

    const CompositeRoutes& m_routes;
    LayoutFinder* m_finder;
    ActedQueues& m_acted;
    std::optional<CountBudget> m_pace;
    // number of queues in each layout's latest list, including queues that haven't been counted yet
    std::map<std::size_t, std::size_t> m_lengths;
};

} // namespace dueline
