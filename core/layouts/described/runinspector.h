// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/runqueues.h"

namespace dueline {

/// Inspector that shows the tasks in the keys of a layout file and the tasks that Dueline has claimed from them as one
/// queue. Waiting tasks are in the keys of the file; leased, retrying, failed and done tasks are in a native queue (see
/// RunQueue). Discarded tasks are in the trash of the described queue or in the trash of the native queue.
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
    /// Adds the claimed tasks to the tasks in the keys of the file. `described`: nullopt if these keys do not exist.
    /// Errors: NotFound if there are no claimed tasks either.
    Result<QueueInfo> withClaimed(RunQueue& queue, std::optional<QueueInfo> described);
    /// Adds the states that claimed tasks can have to a queue without claimed tasks.
    QueueInfo withoutClaimed(QueueInfo info) const;
    /// Adds the caution of the `[run]` table to the note of a queue.
    QueueInfo cautioned(QueueInfo info) const;
    Result<TaskPage> trashPage(RunQueue& queue, const PageRequest& request);

    RunQueues& m_queues;
    DescribedInspector& m_described;
};

} // namespace dueline
