// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqbackend.h"

#include "core/layouts/bullmq/bullmqinspector.h"

namespace dueline {

namespace {

Capabilities bullmqAbilities()
{
    Capabilities can;
    can.layout = "bullmq";
    can.states = {TaskState::Scheduled, TaskState::Due, TaskState::Leased, TaskState::Failed, TaskState::Done};
    can.history = true;
    can.sharedWork = true;
    return can;
}

} // namespace

struct BullmqBackend::Ports
{
    Ports(RedisClient& client, const BullmqSpec& spec)
        : inspector(client, clock, spec)
    { }

    RedisClock clock;
    BullmqInspector inspector;
};

BullmqBackend::BullmqBackend(const BullmqSpec& spec, std::shared_ptr<RedisLane> lane, Access access)
    : RedisBackend(std::move(lane), access, bullmqAbilities())
    , m_ports(std::make_unique<Ports>(client(), spec))
{ }

BullmqBackend::~BullmqBackend() = default;

Result<std::unique_ptr<Backend>> BullmqBackend::open(
    const BullmqSpec& spec, std::shared_ptr<RedisLane> lane, Access access)
{
    std::unique_ptr<BullmqBackend> backend(new BullmqBackend(spec, std::move(lane), access));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

QueueInspector& BullmqBackend::inspector() { return m_ports->inspector; }

Result<std::unique_ptr<EventSource>> BullmqBackend::events(const std::vector<QueueName>&, bool, bool)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("What BullMQ announces is not listened to.")};
}

void BullmqBackend::connected(bool)
{
    m_ports->clock.forget();
    m_ports->inspector.forgetOwners();
}

} // namespace dueline
