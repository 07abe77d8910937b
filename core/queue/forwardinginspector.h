// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

namespace dueline {

/// Inspector that forwards every call to an inner inspector. Subclasses override the calls that they change. It doesn't
/// forward readRecords() and taskIn(): they call this class's task() and payload(), so that the subclasses' changes
/// apply to their results too.
class ForwardingInspector : public QueueInspector
{
public:
    explicit ForwardingInspector(QueueInspector& inner)
        : m_inner(inner)
    { }

    Result<std::vector<QueueInfo>> queues() override { return m_inner.queues(); }
    void paceCounts(const CountBudget& pace) override { m_inner.paceCounts(pace); }
    std::size_t waitingQueues() const override { return m_inner.waitingQueues(); }
    Result<QueueInfo> queue(const QueueName& queue) override { return m_inner.queue(queue); }
    Result<TaskPage> page(const PageRequest& request) override { return m_inner.page(request); }
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override
    {
        return m_inner.lastDue(queue, states);
    }
    Result<SearchStep> search(const SearchRequest& request) override { return m_inner.search(request); }
    qint64 mostForBeginnings(const QueueName& queue) override { return m_inner.mostForBeginnings(queue); }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override { return m_inner.task(queue, id); }
    void seekOnly(const QueueName& queue, StateSet states) override { m_inner.seekOnly(queue, states); }
    TimePoint endedUntil(const QueueName& queue, StateSet states, TimePoint now) override
    {
        return m_inner.endedUntil(queue, states, now);
    }
    Result<TaskFlow> flow(const QueueName& queue, const TaskId& id) override { return m_inner.flow(queue, id); }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override
    {
        return m_inner.payload(queue, id, offset, length);
    }
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override
    {
        return m_inner.timeline(queue, from, to, bins);
    }
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override
    {
        return m_inner.statistics(queue, from, to);
    }
    Result<std::vector<RecentHistory>> recent(const std::vector<RecentRequest>& wanted, TimePoint to) override
    {
        return m_inner.recent(wanted, to);
    }
    Result<std::vector<WorkerInfo>> workers() override { return m_inner.workers(); }
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override
    {
        return m_inner.operations(queue, limit);
    }
    Result<std::optional<UniqueHold>> holderOf(const QueueName& queue, const QByteArray& key) override
    {
        return m_inner.holderOf(queue, key);
    }

protected:
    QueueInspector& inner() const { return m_inner; }

private:
    QueueInspector& m_inner;
};

} // namespace dueline
