// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bulljobs/jobinspector.h"
#include "core/layouts/bullmq/bullmqspec.h"

namespace dueline {

/// Reads the BullMQ queues of one prefix. A queue that is Bull's is none of them, whatever its `meta` says; one that
/// both have opened is shown with a note.
class BullmqInspector : public JobInspector
{
public:
    BullmqInspector(RedisClient& client, RedisClock& clock, const BullmqSpec& spec, const QByteArray& ours);

    Result<TaskFlow> flow(const QueueName& queue, const TaskId& id) override;

protected:
    QueueName queueOf(const QByteArray& key) const override { return m_spec.queueOfMeta(key); }
    bool isShown(QueueOwner owner) const override { return owner == QueueOwner::Bullmq || owner == QueueOwner::Both; }
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;

private:
    BullmqSpec m_spec;
};

} // namespace dueline
