// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bullmq/bullmqspec.h"
#include "core/layouts/framework/frameworkinspector.h"
#include "core/layouts/framework/keywalk.h"

#include <set>

namespace dueline {

/// Reads the BullMQ queues of one prefix. Which state a job has follows from the key its id stands in; its hash tells
/// the rest.
class BullmqInspector : public FrameworkInspector
{
public:
    BullmqInspector(RedisClient& client, RedisClock& clock, const BullmqSpec& spec);

    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;

protected:
    Result<std::vector<QueueName>> names() override;
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;
    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;

private:
    QByteArray hashOf(const QueueName& queue, const TaskId& id) const { return m_spec.base(queue) + id; }
    Error noSuchJob(const QueueName& queue, const TaskId& id) const;
    /// The source a job stands in, asked of all of them in one round trip; nullopt: in none.
    Result<std::optional<SourceEntry>> placeOf(const QueueName& queue, const TaskId& id, TimePoint now);

    BullmqSpec m_spec;
    KeyWalk m_walk;
    std::set<QueueName> m_names;
};

} // namespace dueline
