// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/custombackend.h"

#include "core/base/text.h"
#include "core/layouts/custom/custominspector.h"
#include "core/layouts/custom/customwords.h"
#include "core/layouts/native/nativeevents.h"
#include "core/redis/scriptlibraries.h"

namespace dueline {

namespace {

Error severalSlots(const CustomSpec& spec, const QString& why)
{
    return {ErrorCode::Refused, customwords::clusterIsUnsupported(printable(spec.text().toUtf8(), 100), why)};
}

} // namespace

struct CustomBackend::Ports
{
    Ports(CustomSpecPtr given, CustomParts& parts, RedisClient& client, const QByteArray& session)
        : spec(std::move(given))
        , scripts(client, std::move(parts.overlay), session)
        , home(parts.home(scripts, *spec))
        , inspector(scripts, *home, spec->key)
        , editor(parts.editor(scripts, *spec))
        , broker(parts.broker(scripts, *spec))
    { }

    CustomSpecPtr spec;
    NativeScripts scripts;
    std::unique_ptr<CustomSourceKey> home;
    CustomInspector inspector;
    std::unique_ptr<QueueEditor> editor;
    std::unique_ptr<TaskBroker> broker;
};

CustomBackend::CustomBackend(
    CustomSpecPtr spec, CustomParts parts, std::shared_ptr<RedisLane> lane, const QByteArray& session, Access access)
    : RedisBackend(std::move(lane), access, parts.capabilities)
    , m_ports(std::make_unique<Ports>(std::move(spec), parts, client(), session))
{ }

CustomBackend::~CustomBackend() = default;

const ScriptLibrary& CustomBackend::library() { return library("custom"); }

const ScriptLibrary& CustomBackend::library(const char* name) { return scriptLibrary(name); }

Result<std::unique_ptr<Backend>> CustomBackend::open(
    CustomSpecPtr spec, CustomParts parts, std::shared_ptr<RedisLane> lane, const QByteArray& session, Access access)
{
    if (!session.isEmpty()) {
        if (auto valid = NativeScripts::checkSession(session); !valid)
            return valid.error();
    }
    if (lane->client().config().topology == Topology::Cluster && !spec->fitsOneSlot())
        return severalSlots(*spec, spec->severalSlots());
    parts.overlay.queue = spec->key;
    parts.overlay.base = spec->overlay({});
    parts.overlay.scripts.push_back(&library());
    parts.capabilities.unique = false;
    parts.capabilities.adoptable = parts.capabilities.sharedWork = true;
    std::unique_ptr<CustomBackend> backend(
        new CustomBackend(std::move(spec), std::move(parts), std::move(lane), session, access));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

void CustomBackend::connected(bool again)
{
    if (again)
        m_ports->scripts.reconnected();
}

QueueInspector& CustomBackend::inspector() { return m_ports->inspector; }

QueueEditor* CustomBackend::editor() { return mayOperate() ? m_ports->editor.get() : nullptr; }

TaskBroker* CustomBackend::broker() { return mayWork() ? m_ports->broker.get() : nullptr; }

Result<std::unique_ptr<EventSource>> CustomBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    return std::unique_ptr<EventSource>(std::make_unique<NativeEvents>(m_ports->scripts, queues, wake, results));
}

} // namespace dueline
