// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativebackend.h"

#include "core/base/text.h"
#include "core/layouts/native/nativeaudit.h"
#include "core/layouts/native/nativebroker.h"
#include "core/layouts/native/nativeeditor.h"
#include "core/layouts/native/nativeevents.h"
#include "core/layouts/native/nativeinspector.h"
#include "core/layouts/native/nativeschedules.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/native/nativeworkers.h"

namespace dueline {

namespace {

Capabilities nativeAbilities()
{
    Capabilities can = Capabilities::everything("native");
    can.stages = true;
    return can;
}

} // namespace

struct NativeBackend::Ports
{
    Ports(RedisLane& lane, const NativeOptions& options)
        : scripts(lane.client(), options.prefix, options.session)
        , inspector(scripts, &lane)
        , editor(scripts)
        , broker(scripts)
        , schedules(scripts)
    { }

    NativeScripts scripts;
    NativeInspector inspector;
    NativeEditor editor;
    NativeBroker broker;
    NativeSchedules schedules;
};

NativeBackend::NativeBackend(const NativeOptions& options, const std::shared_ptr<RedisLane>& lane)
    : RedisBackend(lane, options.access, nativeAbilities())
    , m_ports(std::make_unique<Ports>(*lane, options)) // the base class keeps the RedisLane alive
{ }

NativeBackend::~NativeBackend() = default;

Result<std::unique_ptr<NativeBackend>> NativeBackend::open(const NativeOptions& options)
{
    return open(options, std::make_shared<RedisLane>(options.redis, options.access));
}

Result<std::unique_ptr<NativeBackend>> NativeBackend::open(
    const NativeOptions& options, std::shared_ptr<RedisLane> lane)
{
    if (options.prefix.isEmpty() || options.prefix.contains('{') || options.prefix.contains('}')) {
        return Error{ErrorCode::Usage, nativewords::prefixIsWrong(printable(options.prefix, 60)), {}};
    }
    if (!options.session.isEmpty()) {
        if (auto valid = NativeScripts::checkSession(options.session); !valid)
            return valid.error();
    }
    if (options.access == Access::OperateAndWork)
        // Load the scripts before a worker starts threads: loading them later may fail under a memory limit.
        NativeScripts::library();
    std::unique_ptr<NativeBackend> backend(new NativeBackend(options, lane));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return backend;
}

void NativeBackend::connected(bool again)
{
    m_ports->schedules.setReadOnly(!mayOperate());
    if (again) {
        m_ports->scripts.reconnected();
        m_ports->inspector.forgetCounts();
    }
}

QueueInspector& NativeBackend::inspector() { return m_ports->inspector; }

QueueEditor* NativeBackend::editor() { return mayOperate() ? &m_ports->editor : nullptr; }

TaskBroker* NativeBackend::broker() { return mayWork() ? &m_ports->broker : nullptr; }

ScheduleBook* NativeBackend::schedules() { return &m_ports->schedules; }

Result<std::unique_ptr<EventSource>> NativeBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    return std::unique_ptr<EventSource>(std::make_unique<NativeEvents>(m_ports->scripts, queues, wake, results));
}

Result<> NativeBackend::permitted(const QueueName& queue) { return m_ports->scripts.prepare(queue); }

std::unique_ptr<QueueAudit> NativeBackend::audit(const QueueName& queue)
{
    return std::make_unique<NativeAudit>(m_ports->scripts, queue);
}

std::unique_ptr<QueuePulse> NativeBackend::pulse()
{
    return std::make_unique<NativePulse>(m_ports->inspector, m_ports->scripts);
}

} // namespace dueline
