// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/bull/bullspec.h"
#include "core/layouts/shared/bull/jobinspector.h"

namespace dueline {

/// Inspector for the Bull queues with one prefix. A queue that BullMQ has also opened is shown with a note.
class BullInspector : public JobInspector
{
public:
    BullInspector(RedisClient& client, RedisClock& clock, const BullSpec& spec, const QByteArray& ours);

protected:
    QueueName queueOf(const QByteArray& key) const override;
    QueueOwner judge(const QueueName& queue, OwnerSigns signs) const override;
    bool isShown(QueueOwner owner) const override { return owner == QueueOwner::Bull || isDisputed(owner); }
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;

private:
    BullSpec m_spec;
};

} // namespace dueline
