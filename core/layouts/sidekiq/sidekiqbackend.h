// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/redisbackend.h"
#include "core/layouts/sidekiq/sidekiqspec.h"

namespace dueline {

/// The queues of one installation of Sidekiq, to be looked at. It has no editor yet, and never a broker: no job of a
/// framework is run by us.
class SidekiqBackend : public RedisBackend
{
public:
    /// Connects. Errors: as RedisClient::open().
    static Result<std::unique_ptr<Backend>> open(
        const SidekiqSpec& spec, std::shared_ptr<RedisLane> lane, Access access);
    ~SidekiqBackend() override;

    QueueInspector& inspector() override;
    QueueEditor* editor() override { return nullptr; }
    TaskBroker* broker() override { return nullptr; }
    /// Errors: NotSupported.
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;

protected:
    void connected(bool again) override;

private:
    struct Ports;
    SidekiqBackend(const SidekiqSpec& spec, std::shared_ptr<RedisLane> lane, Access access);

    std::unique_ptr<Ports> m_ports;
};

} // namespace dueline
