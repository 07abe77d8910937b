// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativebackend.h"

#include "core/base/text.h"
#include "core/layouts/native/nativebroker.h"
#include "core/layouts/native/nativeeditor.h"
#include "core/layouts/native/nativeevents.h"
#include "core/layouts/native/nativeinspector.h"
#include "core/layouts/native/nativeschedules.h"

namespace dueline {

namespace {

Capabilities everything()
{
    Capabilities can = Capabilities::everything("native");
    can.stages = true;
    return can;
}

/// What is left when the server takes no writes from us.
Capabilities onlyReading()
{
    Capabilities can = Capabilities::everything("native");
    can.actions.clear();
    can.add = can.undo = can.place = can.leases = can.pause = can.settings = can.cancel = can.unique = false;
    return can;
}

} // namespace

struct NativeBackend::State
{
    explicit State(const NativeOptions& options)
        : client(options.redis)
        , scripts(client, options.prefix, options.session)
        , inspector(scripts)
        , editor(scripts)
        , broker(scripts)
        , schedules(scripts)
        , access(options.access)
        , capabilities(everything())
    {
        if (access == Access::ReadOnly)
            client.allowOnlyReads();
    }

    RedisClient client;
    NativeScripts scripts;
    NativeInspector inspector;
    NativeEditor editor;
    NativeBroker broker;
    NativeSchedules schedules;
    Access access;
    Capabilities capabilities;
    QString refusal;
};

NativeBackend::NativeBackend(const NativeOptions& options)
    : m_state(std::make_unique<State>(options))
{ }

NativeBackend::~NativeBackend() = default;

QString NativeBackend::refusalOf(const ServerIdentity& identity)
{
    if (identity.role == "slave")
        return QStringLiteral(
            "This Redis is a replica, so it is opened read-only; connect to its master to change tasks.");
    const QByteArray major = identity.version.left(identity.version.indexOf('.'));
    if (!major.isEmpty() && major.toInt() < oldestMajor)
        return QStringLiteral("This is Redis %1, so it is opened read-only; changing tasks needs Redis 7.0 or later.")
            .arg(printable(identity.version, 20));
    return {};
}

Result<std::unique_ptr<NativeBackend>> NativeBackend::open(const NativeOptions& options)
{
    if (options.prefix.isEmpty() || options.prefix.contains('{') || options.prefix.contains('}')) {
        return Error{ErrorCode::Usage,
            QStringLiteral("\"%1\" cannot be the prefix of keys: it must not be empty or hold { or }.")
                .arg(printable(options.prefix, 60)),
            {}};
    }
    if (!options.session.isEmpty()) {
        if (auto valid = NativeScripts::checkSession(options.session); !valid)
            return valid.error();
    }
    std::unique_ptr<NativeBackend> backend(new NativeBackend(options));
    State& state = *backend->m_state;
    if (auto opened = state.client.open(); !opened)
        return opened.error();
    const auto judge = [&state](const ServerIdentity& identity) {
        state.refusal = refusalOf(identity);
        state.capabilities = state.refusal.isEmpty() ? everything() : onlyReading();
        state.schedules.setReadOnly(state.access == Access::ReadOnly || !state.refusal.isEmpty());
    };
    judge(state.client.identity());
    // A replica may have become the master, and the other way round.
    state.client.reconnected = [&state, judge](const ServerIdentity& identity) {
        judge(identity);
        state.scripts.reconnected();
    };
    return backend;
}

const Capabilities& NativeBackend::capabilities() const { return m_state->capabilities; }

QueueInspector& NativeBackend::inspector() { return m_state->inspector; }

QueueEditor* NativeBackend::editor()
{
    return m_state->access == Access::ReadOnly || !m_state->refusal.isEmpty() ? nullptr : &m_state->editor;
}

TaskBroker* NativeBackend::broker()
{
    return m_state->access != Access::OperateAndWork || !m_state->refusal.isEmpty() ? nullptr : &m_state->broker;
}

ScheduleBook* NativeBackend::schedules() { return &m_state->schedules; }

Result<std::unique_ptr<EventSource>> NativeBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    return std::unique_ptr<EventSource>(
        std::make_unique<NativeEvents>(m_state->scripts, queues, wake, results));
}

Result<TimePoint> NativeBackend::serverTime()
{
    const auto time = m_state->client.call({"TIME"});
    if (!time)
        return time.error();
    if (time->items.size() != 2)
        return Error{ErrorCode::Protocol, QStringLiteral("Redis gave an answer that TIME cannot give."), {}};
    return fromMs(time->items[0].bytes.toLongLong() * 1000 + time->items[1].bytes.toLongLong() / 1000);
}

QByteArray NativeBackend::serverVersion() const { return m_state->client.identity().version; }

QByteArray NativeBackend::serverRun() const { return m_state->client.identity().runId; }

QString NativeBackend::refusal() const { return m_state->refusal; }

RedisClient& NativeBackend::client() { return m_state->client; }

} // namespace dueline
