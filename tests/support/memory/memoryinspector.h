// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/memory/memorystore.h"

namespace dueline {

/// Inspector for the in-memory reference layout.
class MemoryInspector : public QueueInspector
{
public:
    explicit MemoryInspector(std::shared_ptr<MemoryStore> store);

    Result<std::vector<QueueInfo>> queues() override;
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    Result<std::optional<UniqueHold>> holderOf(const QueueName& queue, const QByteArray& key) override;

private:
    std::shared_ptr<MemoryStore> m_store;
};

} // namespace dueline
