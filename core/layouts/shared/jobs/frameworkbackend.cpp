// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/frameworkbackend.h"

#include "core/queue/queuepulse.h"

#include <algorithm>

namespace dueline {

Capabilities FrameworkBackend::abilities(const QByteArray& layout, StateSet states)
{
    Capabilities can;
    can.layout = layout;
    can.states = states;
    can.actions = {ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard,
        ActionKind::Restore, ActionKind::Delete};
    can.history = can.undo = can.stages = can.sharedWork = can.undoOptional = can.copied = true;
    return can;
}

FrameworkBackend::FrameworkBackend(std::shared_ptr<RedisLane> lane, Access access, const Capabilities& able,
    const QString& unheard, const MakePorts& make)
    : RedisBackend(std::move(lane), access, able)
    , m_ports(make(client(), m_clock))
    , m_unheard(unheard)
{ }

Result<std::unique_ptr<Backend>> FrameworkBackend::open(std::shared_ptr<RedisLane> lane, Access access,
    const Capabilities& able, const QString& unheard, const MakePorts& make)
{
    std::unique_ptr<FrameworkBackend> backend(new FrameworkBackend(std::move(lane), access, able, unheard, make));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

Result<std::unique_ptr<EventSource>> FrameworkBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    if (m_ports.outcomes && results && !wake)
        return m_ports.outcomes(queues);
    return Error{ErrorCode::NotSupported, m_unheard};
}

Result<TimePoint> FrameworkBackend::serverTime()
{
    m_clock.forget();
    return m_clock.now(client());
}

Result<> FrameworkBackend::permitted(const QueueName& queue)
{
    return m_ports.permitted ? m_ports.permitted(queue) : RedisBackend::permitted(queue);
}

/// Asks the layout only if the server accepts writes: a read-only server may lack commands that the layout would send.
Result<std::optional<Foresight>> FrameworkBackend::foresee(const ActionStep& step)
{
    if (!m_ports.foresee || !refusal().isEmpty())
        return RedisBackend::foresee(step);
    auto foresight = m_ports.foresee(step);
    if (foresight && *foresight && step.refs.empty())
        addMemory(**foresight);
    return foresight;
}

std::unique_ptr<QueueAudit> FrameworkBackend::audit(const QueueName& queue)
{
    return m_ports.audit ? m_ports.audit(queue) : nullptr;
}

std::unique_ptr<QueueCheckup> FrameworkBackend::checkup(const QueueInfo& queue, const QueueName& called)
{
    return m_ports.checkup ? m_ports.checkup(queue, called) : nullptr;
}

std::unique_ptr<QueuePulse> FrameworkBackend::pulse()
{
    return m_ports.pulse ? m_ports.pulse() : RedisBackend::pulse();
}

const Capabilities& FrameworkBackend::capabilities(const QueueName& queue) const
{
    if (m_ports.shared.isEmpty() || queue.isEmpty())
        return capabilities();
    return queue == m_ports.shared ? m_inShared : m_inQueues;
}

QueueCapabilities FrameworkBackend::queueCapabilities() const
{
    QueueCapabilities can{capabilities(), {}, {}};
    if (!m_ports.shared.isEmpty()) {
        can.byLayout[{}] = m_inQueues;
        can.byQueue[m_ports.shared] = m_inShared;
    }
    return can;
}

void FrameworkBackend::connected(bool)
{
    m_inShared = m_inQueues = capabilities();
    if (m_ports.narrow) {
        m_ports.narrow(m_inShared, true);
        m_ports.narrow(m_inQueues, false);
    }
    m_clock.forget();
    m_ports.inspector->forget();
    m_ports.inspector->forgetCounts();
}

} // namespace dueline
