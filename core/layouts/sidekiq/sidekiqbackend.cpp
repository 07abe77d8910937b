// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqbackend.h"

#include "core/layouts/sidekiq/sidekiqinspector.h"

namespace dueline {

namespace {

Capabilities sidekiqAbilities()
{
    Capabilities can;
    can.layout = "sidekiq";
    can.states = {TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Leased, TaskState::Failed};
    can.history = true;
    can.workers = true;
    can.sharedWork = true;
    return can;
}

} // namespace

struct SidekiqBackend::Ports
{
    Ports(RedisClient& client, const SidekiqSpec& spec)
        : inspector(client, clock, spec)
    { }

    RedisClock clock;
    SidekiqInspector inspector;
};

SidekiqBackend::SidekiqBackend(const SidekiqSpec& spec, std::shared_ptr<RedisLane> lane, Access access)
    : RedisBackend(std::move(lane), access, sidekiqAbilities())
    , m_ports(std::make_unique<Ports>(client(), spec))
{ }

SidekiqBackend::~SidekiqBackend() = default;

Result<std::unique_ptr<Backend>> SidekiqBackend::open(
    const SidekiqSpec& spec, std::shared_ptr<RedisLane> lane, Access access)
{
    std::unique_ptr<SidekiqBackend> backend(new SidekiqBackend(spec, std::move(lane), access));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

QueueInspector& SidekiqBackend::inspector() { return m_ports->inspector; }

Result<std::unique_ptr<EventSource>> SidekiqBackend::events(const std::vector<QueueName>&, bool, bool)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("Sidekiq announces nothing.")};
}

void SidekiqBackend::connected(bool)
{
    m_ports->clock.forget();
    m_ports->inspector.forget();
}

} // namespace dueline
