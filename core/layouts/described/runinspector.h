// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/runqueues.h"

namespace dueline {

/// Inspector that shows the tasks in a layout file's keys and the tasks that Dueline has claimed from them as one
/// queue. Waiting tasks are in the file's keys; leased, retrying, failed and done tasks are in a native queue (see
/// RunQueue). Discarded tasks are in the described queue's trash or in the native queue's trash.
class RunInspector : public QueueInspector
{
public:
    explicit RunInspector(RunQueues& queues)
        : m_queues(queues)
        , m_described(queues.inspector())
    { }

    Result<std::vector<QueueInfo>> queues() override;
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    qint64 mostForBeginnings(const QueueName& queue) override { return m_described.mostForBeginnings(queue); }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override
    {
        return m_described.operations(queue, limit);
    }

private:
    /// Adds the claimed tasks to the tasks in the file's keys. `described`: nullopt if these keys don't exist. Errors:
    /// NotFound if there are no claimed tasks either.
    Result<QueueInfo> withClaimed(RunQueue& queue, std::optional<QueueInfo> described);
    /// Adds the states that claimed tasks can have to the info of a queue without claimed tasks.
    QueueInfo withoutClaimed(QueueInfo info) const;
    /// Adds the `[run]` table's caution to a queue's note.
    QueueInfo cautioned(QueueInfo info) const;
    Result<TaskPage> trashPage(RunQueue& queue, const PageRequest& request);

    RunQueues& m_queues;
    DescribedInspector& m_described;
};

} // namespace dueline
