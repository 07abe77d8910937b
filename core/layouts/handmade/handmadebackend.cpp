// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/handmade/handmadebackend.h"

#include "core/base/text.h"
#include "core/layouts/handmade/handmadeinspector.h"
#include "core/layouts/native/nativebackend.h"
#include "core/layouts/native/nativeevents.h"

#include <mutex>

namespace dueline {

namespace {

Error severalSlots(const HandmadeSpec& spec)
{
    const QString why = spec.locks() ? QStringLiteral("its lock keys lie in other slots")
        : spec.design == HandmadeSpec::Design::Pubsub
        ? QStringLiteral("its tasks are keys in many slots")
        : QStringLiteral("no key of ours can lie in the slot of a key with such braces in its name");
    return {ErrorCode::Refused,
        QStringLiteral("The layout %1 cannot be opened on a Redis Cluster: %2.")
            .arg(printable(spec.text().toUtf8(), 100), why)};
}

} // namespace

struct HandmadeBackend::State
{
    State(const HandmadeSpec& given, HandmadeParts parts, const RedisConfig& redis, const QByteArray& session,
        Access asked)
        : spec(given)
        , client(redis)
        , scripts(client, std::move(parts.guise), session)
        , home(parts.home(scripts, spec))
        , inspector(scripts, *home, spec)
        , editor(parts.editor(scripts, spec))
        , broker(parts.broker(scripts, spec))
        , access(asked)
        , capabilities(std::move(parts.capabilities))
    {
        if (access == Access::ReadOnly)
            client.allowOnlyReads();
    }

    HandmadeSpec spec;
    RedisClient client;
    NativeScripts scripts;
    std::unique_ptr<HandmadeHome> home;
    HandmadeInspector inspector;
    std::unique_ptr<QueueEditor> editor;
    std::unique_ptr<TaskBroker> broker;
    Access access;
    Capabilities capabilities;
    bool writable = true;
};

HandmadeBackend::HandmadeBackend(std::unique_ptr<State> state)
    : m_state(std::move(state))
{ }

HandmadeBackend::~HandmadeBackend() = default;

const ScriptLibrary& HandmadeBackend::library() { return library("handmade"); }

const ScriptLibrary& HandmadeBackend::library(const char* name)
{
    static std::mutex mutex;
    static std::map<QByteArray, ScriptLibrary> libraries;
    const std::scoped_lock lock(mutex);
    const auto known = libraries.find(name);
    if (known != libraries.end())
        return known->second;
    auto loaded = ScriptLibrary::load(QStringLiteral(":/lua"), QString::fromLatin1(name));
    if (!loaded)
        qFatal("%s", qUtf8Printable(loaded.error().message)); // the program was built without its scripts
    return libraries.emplace(name, std::move(loaded).value()).first->second;
}

Result<std::unique_ptr<Backend>> HandmadeBackend::open(
    const HandmadeSpec& spec, HandmadeParts parts, const RedisConfig& redis, const QByteArray& session, Access access)
{
    if (!session.isEmpty()) {
        if (auto valid = NativeScripts::checkSession(session); !valid)
            return valid.error();
    }
    if (redis.topology == Topology::Cluster && !spec.fitsOneSlot())
        return severalSlots(spec);
    parts.guise.queue = spec.key;
    parts.guise.base = spec.twin({});
    parts.guise.scripts.push_back(&library());
    parts.capabilities.unique = false;
    std::unique_ptr<HandmadeBackend> backend(
        new HandmadeBackend(std::make_unique<State>(spec, std::move(parts), redis, session, access)));
    State& state = *backend->m_state;
    if (auto opened = state.client.open(); !opened)
        return opened.error();
    if (!NativeBackend::refusalOf(state.client.identity()).isEmpty()) {
        Capabilities& can = state.capabilities;
        state.writable = false;
        can.actions.clear();
        can.add = can.undo = can.leases = can.pause = can.settings = can.cancel = false;
    }
    state.client.reconnected = [&state](const ServerIdentity&) { state.scripts.reconnected(); };
    return std::unique_ptr<Backend>(std::move(backend));
}

const Capabilities& HandmadeBackend::capabilities() const { return m_state->capabilities; }

QueueInspector& HandmadeBackend::inspector() { return m_state->inspector; }

QueueEditor* HandmadeBackend::editor()
{
    return m_state->access == Access::ReadOnly || !m_state->writable ? nullptr : m_state->editor.get();
}

TaskBroker* HandmadeBackend::broker()
{
    return m_state->access != Access::OperateAndWork || !m_state->writable ? nullptr : m_state->broker.get();
}

Result<std::unique_ptr<EventSource>> HandmadeBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    return std::unique_ptr<EventSource>(std::make_unique<NativeEvents>(m_state->scripts, queues, wake, results));
}

Result<TimePoint> HandmadeBackend::serverTime()
{
    const auto time = m_state->client.call({"TIME"});
    if (!time)
        return time.error();
    if (time->items.size() != 2)
        return Error{ErrorCode::Protocol, QStringLiteral("Redis gave an answer that TIME cannot give.")};
    return fromMs(time->items[0].bytes.toLongLong() * 1000 + time->items[1].bytes.toLongLong() / 1000);
}

QByteArray HandmadeBackend::serverVersion() const { return m_state->client.identity().version; }

} // namespace dueline
