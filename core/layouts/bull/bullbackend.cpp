// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullbackend.h"

#include "core/layouts/bull/bullinspector.h"
#include "core/layouts/bull/bullschedules.h"

namespace dueline {

namespace {

Capabilities bullAbilities()
{
    Capabilities can;
    can.layout = "bull";
    can.states = {TaskState::Scheduled, TaskState::Due, TaskState::Leased, TaskState::Failed, TaskState::Done};
    can.history = true;
    can.sharedWork = true;
    return can;
}

} // namespace

struct BullBackend::Ports
{
    Ports(RedisClient& client, const BullSpec& spec)
        : inspector(client, clock, spec)
        , schedules(client, spec)
    { }

    RedisClock clock;
    BullInspector inspector;
    BullSchedules schedules;
};

BullBackend::BullBackend(const BullSpec& spec, std::shared_ptr<RedisLane> lane, Access access)
    : RedisBackend(std::move(lane), access, bullAbilities())
    , m_ports(std::make_unique<Ports>(client(), spec))
{ }

BullBackend::~BullBackend() = default;

Result<std::unique_ptr<Backend>> BullBackend::open(const BullSpec& spec, std::shared_ptr<RedisLane> lane, Access access)
{
    std::unique_ptr<BullBackend> backend(new BullBackend(spec, std::move(lane), access));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

QueueInspector& BullBackend::inspector() { return m_ports->inspector; }

ScheduleBook* BullBackend::schedules() { return &m_ports->schedules; }

Result<std::unique_ptr<EventSource>> BullBackend::events(const std::vector<QueueName>&, bool, bool)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("What Bull publishes is not listened to.")};
}

void BullBackend::connected(bool)
{
    m_ports->clock.forget();
    m_ports->inspector.forgetOwners();
}

} // namespace dueline
