// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/handmade/handmadebackend.h"

#include "core/base/text.h"
#include "core/layouts/handmade/handmadeinspector.h"
#include "core/layouts/native/nativeevents.h"
#include "core/redis/scriptlibraries.h"

namespace dueline {

namespace {

Error severalSlots(const HandmadeSpec& spec, const QString& why)
{
    return {ErrorCode::Refused,
        QStringLiteral("The layout %1 cannot be opened on a Redis Cluster: %2.")
            .arg(printable(spec.text().toUtf8(), 100), why)};
}

} // namespace

struct HandmadeBackend::Ports
{
    Ports(HandmadeSpecPtr given, HandmadeParts& parts, RedisClient& client, const QByteArray& session)
        : spec(std::move(given))
        , scripts(client, std::move(parts.overlay), session)
        , home(parts.home(scripts, *spec))
        , inspector(scripts, *home, *spec)
        , editor(parts.editor(scripts, *spec))
        , broker(parts.broker(scripts, *spec))
    { }

    HandmadeSpecPtr spec;
    NativeScripts scripts;
    std::unique_ptr<HandmadeHome> home;
    HandmadeInspector inspector;
    std::unique_ptr<QueueEditor> editor;
    std::unique_ptr<TaskBroker> broker;
};

HandmadeBackend::HandmadeBackend(HandmadeSpecPtr spec, HandmadeParts parts, std::shared_ptr<RedisLane> lane,
    const QByteArray& session, Access access)
    : RedisBackend(std::move(lane), access, parts.capabilities)
    , m_ports(std::make_unique<Ports>(std::move(spec), parts, client(), session))
{ }

HandmadeBackend::~HandmadeBackend() = default;

const ScriptLibrary& HandmadeBackend::library() { return library("handmade"); }

const ScriptLibrary& HandmadeBackend::library(const char* name) { return scriptLibrary(name); }

Result<std::unique_ptr<Backend>> HandmadeBackend::open(HandmadeSpecPtr spec, HandmadeParts parts,
    std::shared_ptr<RedisLane> lane, const QByteArray& session, Access access)
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
    std::unique_ptr<HandmadeBackend> backend(
        new HandmadeBackend(std::move(spec), std::move(parts), std::move(lane), session, access));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

void HandmadeBackend::connected(bool again)
{
    if (again)
        m_ports->scripts.reconnected();
}

QueueInspector& HandmadeBackend::inspector() { return m_ports->inspector; }

QueueEditor* HandmadeBackend::editor() { return mayOperate() ? m_ports->editor.get() : nullptr; }

TaskBroker* HandmadeBackend::broker() { return mayWork() ? m_ports->broker.get() : nullptr; }

Result<std::unique_ptr<EventSource>> HandmadeBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    return std::unique_ptr<EventSource>(std::make_unique<NativeEvents>(m_ports->scripts, queues, wake, results));
}

} // namespace dueline
