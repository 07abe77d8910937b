// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/redisbackend.h"
#include "core/layouts/streams/streaminspector.h"

namespace dueline {

/// Backend for streams with consumer groups. It only reads: it has no editor and no broker.
class StreamBackend : public RedisBackend
{
public:
    /// `found`: results of the connection's discovery; null: the layout finds the streams itself. Errors: as
    /// RedisClient::open().
    static Result<std::unique_ptr<Backend>> open(const StreamSpec& spec, const LayoutSpec& layout,
        std::shared_ptr<RedisLane> lane, Access access, std::shared_ptr<const FoundQueues> found);

    QueueInspector& inspector() override { return m_inspector; }
    QueueDiscovery* discovery() override { return m_inspector.discovery(); }
    std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called) override;
    QString refusal() const override;

protected:
    void connected(bool again) override;

private:
    StreamBackend(const StreamSpec& spec, const LayoutSpec& layout, std::shared_ptr<RedisLane> lane, Access access,
        std::shared_ptr<const FoundQueues> found);

    RedisClock m_clock;
    StreamInspector m_inspector;
};

} // namespace dueline
