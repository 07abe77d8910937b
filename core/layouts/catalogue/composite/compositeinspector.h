// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/actedqueues.h"
#include "core/layouts/catalogue/composite/compositeroutes.h"
#include "core/layouts/catalogue/composite/layoutfinder.h"

#include <map>

namespace dueline {

/// Asks the layout of each queue. What is asked of all is joined, in the order of the layouts: one that refuses is one
/// row that says why. Where layouts are found, one that this user may not read is not seen at all, unless it is all
/// there is, and rows of native queues say no layout, as in a connection of these alone.
class CompositeInspector : public QueueInspector
{
public:
    /// `finder`: null where nothing is looked for. `acted`: queues that are counted next.
    CompositeInspector(const CompositeRoutes& routes, LayoutFinder* finder, ActedQueues& acted)
        : m_routes(routes)
        , m_finder(finder)
        , m_acted(acted)
    { }

    Result<std::vector<QueueInfo>> queues() override;
    /// Of the queues of all layouts together.
    void paceCounts(const CountPace& pace) override { m_pace = pace; }
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    TimePoint endedUntil(const QueueName& queue, StateSet states, TimePoint now) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states) override;
    Result<TaskFlow> flow(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<std::optional<TaskRecord>>> whole(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<RecentPast>> recent(const std::vector<RecentRequest>& wanted, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    Result<std::optional<UniqueHold>> holderOf(const QueueName& queue, const QByteArray& key) override;

private:
    QueueInfo unreadable(std::size_t layout, const Error& error) const;
    Result<> catchUp();
    void divideCounts();
    /// As layouts call it that rows show.
    QByteArray shownLayout(std::size_t layout) const;

    const CompositeRoutes& m_routes;
    LayoutFinder* m_finder;
    ActedQueues& m_acted;
    std::optional<CountPace> m_pace;
    std::map<std::size_t, std::size_t> m_lengths; ///< of the layouts' last lists, with the queues that wait
};

} // namespace dueline
