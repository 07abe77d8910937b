// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/layouts/shared/bull/jobinspector.h"

namespace dueline {

/// Inspector for the BullMQ queues with one prefix. Queues that belong to Bull are omitted, even if they have `meta`. A
/// queue opened by both frameworks is shown with a note.
class BullmqInspector : public JobInspector
{
public:
    BullmqInspector(RedisClient& client, RedisClock& clock, const BullmqSpec& spec, const QByteArray& ours);

    static constexpr qint64 mostGroups = 200; ///< maximum number of BullMQ Pro groups to read per queue

    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<TaskFlow> flow(const QueueName& queue, const TaskId& id) override;

protected:
    Result<> prepare(const std::vector<QueueName>& queues) override;
    Result<> settle(std::vector<QueueInfo>& infos) override;
    QueueName queueOf(const QByteArray& key) const override;
    QueueOwner judge(const QueueName& queue, OwnerSigns signs) const override;
    bool isShown(QueueOwner owner) const override { return owner == QueueOwner::Bullmq || isDisputed(owner); }
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;

private:
    BullmqSpec m_spec;
    /// BullMQ Pro groups by queue; queues without groups are omitted.
    std::map<QueueName, std::vector<QByteArray>> m_groups;
};

} // namespace dueline
