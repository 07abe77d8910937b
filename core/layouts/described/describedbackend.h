// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/describedinspector.h"
#include "core/layouts/port/redisbackend.h"

namespace dueline {

/// Backend for the queues that a file describes. It only reads so far: it has no editor and no broker.
class DescribedBackend : public RedisBackend
{
public:
    /// `shared`: name of the queue that stands for the places all queues share. Errors: as RedisClient::open().
    static Result<std::unique_ptr<Backend>> open(std::shared_ptr<const Description> description,
        const QueueName& shared, std::shared_ptr<RedisLane> lane, Access access, const QByteArray& prefix);

    QueueInspector& inspector() override { return m_inspector; }
    QueueDiscovery* discovery() override { return m_inspector.discovery(); }
    QString refusal() const override;

protected:
    void connected(bool again) override;

private:
    DescribedBackend(std::shared_ptr<const Description> description, const QueueName& shared,
        std::shared_ptr<RedisLane> lane, Access access);

    QString m_name;
    DescribedInspector m_inspector;
};

} // namespace dueline
