// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativescripts.h"

#include "core/base/logging.h"
#include "core/base/text.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/scriptlibraries.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QSysInfo>

#include <algorithm>
#include <atomic>

namespace dueline {

namespace {

constexpr qsizetype maxSession = 64;

bool isSessionCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
        || QByteArrayView("._:@-").contains(c);
}

QByteArray randomText(int bytes)
{
    QByteArray random(bytes, '\0');
    for (char& byte : random)
        byte = char(QRandomGenerator::global()->bounded(256));
    return random.toHex();
}

/// Returns the error for a key whose content Dueline didn't write. Used for both reads and writes.
Error notOurs(const QByteArray& key, const QString& detail)
{
    return {ErrorCode::WrongType, nativewords::keyIsForeign(printable(key)), detail};
}

/// Adds the key's name to a script error that specifies only the key's role.
Error withKey(Error error, const NativeKeys& keys)
{
    static constexpr QLatin1StringView word("DAMAGED ");
    if (error.detail == u"OLD call")
        return {ErrorCode::Refused, portwords::laterCallArrived(), error.detail};
    if (error.code != ErrorCode::WrongType || !error.detail.startsWith(word))
        return error;
    const QByteArray role = error.detail.mid(word.size()).toUtf8();
    if (role == "memo")
        return {ErrorCode::WrongType, nativewords::memoIsForeign(printable(keys.ofRole("m:"))), error.detail};
    if (role == "home" && keys.isOverlay())
        return {ErrorCode::WrongType, nativewords::designKeyHasOtherType(printable(keys.ofRole(role))), error.detail};
    return notOurs(keys.ofRole(role), error.detail);
}

/// Adds the key's actual type to an error returned by withKey().
Error withType(RedisClient& client, Error error, const NativeKeys& keys)
{
    static constexpr QLatin1StringView word("DAMAGED ");
    const QByteArray key = keys.ofRole(error.detail.mid(word.size()).toUtf8());
    if (error.code != ErrorCode::WrongType || !error.detail.startsWith(word)
        || error.message != notOurs(key, {}).message)
        return error;
    const auto type = client.call({"TYPE", key});
    if (!type || type->bytes == "none")
        return error;
    const QByteArray called = type->bytes == "zset" ? QByteArray(nativewords::sortedSet()) : type->bytes;
    error.message = nativewords::keyIsForeignType(printable(key), printable(called, 40));
    return error;
}

} // namespace

NativeScripts::NativeScripts(RedisClient& client, QByteArray prefix, QByteArray session)
    : m_client(client)
    , m_prefix(std::move(prefix))
    , m_session(session.isEmpty() ? makeSession() : std::move(session))
    , m_lane(m_session + '~' + randomText(4))
{ }

NativeScripts::NativeScripts(RedisClient& client, NativeOverlay overlay, QByteArray session)
    : NativeScripts(client, overlay.base.chopped(1), std::move(session))
{
    m_overlay = std::move(overlay);
}

NativeKeys NativeScripts::keys(const QueueName& queue) const
{
    if (!m_overlay || queue != m_overlay->queue)
        return NativeKeys(m_prefix, queue);
    return NativeKeys::below(m_overlay->base, m_overlay->homeKeys.empty() ? QByteArray() : m_overlay->homeKeys.front());
}

const Script& NativeScripts::script(QByteArrayView name) const
{
    if (m_overlay) {
        for (const ScriptLibrary* scripts : m_overlay->scripts) {
            if (const auto own = scripts->all().find(name.toByteArray()); own != scripts->all().end())
                return own->second;
        }
    }
    return library()[name];
}

const ScriptLibrary& NativeScripts::library()
{
    // Look up the library only once: every script call needs it.
    static const ScriptLibrary& scripts = scriptLibrary("native");
    return scripts;
}

QByteArray NativeScripts::makeSession()
{
    QByteArray host = QSysInfo::machineHostName().toUtf8().left(32);
    for (char& c : host)
        c = isSessionCharacter(c) && c != ':' && c != '@' ? c : '_';
    return (host.isEmpty() ? QByteArray("host") : host) + ':' + QByteArray::number(QCoreApplication::applicationPid())
        + ':' + randomText(4);
}

Result<> NativeScripts::checkSession(const QByteArray& session)
{
    if (!session.isEmpty() && session.size() <= maxSession
        && std::all_of(session.begin(), session.end(), isSessionCharacter))
        return {};
    return Error{ErrorCode::Usage, nativewords::workerIsWrong(printable(session, 80))};
}

QByteArray NativeScripts::nextNonce()
{
    static std::atomic<quint64> sequence{0};
    return m_session + '.' + QByteArray::number(++sequence);
}

Result<Reply> NativeScripts::run(const char* name, const NativeKeys& keys, const std::vector<QByteArray>& keyNames,
    const std::vector<QByteArray>& arguments)
{
    Result<Reply> reply = m_client.run(script(name), keyNames, arguments);
    if (!reply)
        return withType(m_client, withKey(reply.error(), keys), keys);
    return reply;
}

Error NativeScripts::typedErrorOf(const QByteArray& errorReply, const NativeKeys& keys)
{
    return withType(m_client, errorOf(errorReply, keys), keys);
}

ScriptCall NativeScripts::call(const char* name, std::vector<QByteArray> keyNames, std::vector<QByteArray> arguments)
{
    return {&library()[name], std::move(keyNames), std::move(arguments)};
}

Error NativeScripts::errorOf(const QByteArray& errorReply, const NativeKeys& keys)
{
    return withKey(errorFromReply(errorReply), keys);
}

Result<> NativeScripts::prepare(const QueueName& queue)
{
    if (m_prepared.contains(queue))
        return {};
    const NativeKeys k = keys(queue);
    const std::vector<QByteArray> names{k.pending(), k.tasks(), memo(k, "claim"), k.events(), k.retry(), k.leased(),
        k.failed(), k.done(), k.trash(), k.leases(), k.tries(), k.history(), k.results(), k.before(), k.expiring(),
        k.cancel(), k.damaged(), k.schedules(), k.ticks(), k.ticked(), k.unique(), k.operations(), k.meta(),
        k.statisticsPrefix(), k.bigPayloadPrefix(), k.ofRole("op:")};
    const std::vector<QByteArray> theirs = m_overlay ? m_overlay->homeKeys : std::vector<QByteArray>();
    std::vector<QByteArray> arguments{QByteArray::number(qulonglong(names.size()) + theirs.size())};
    arguments.insert(arguments.end(), names.begin(), names.end());
    arguments.insert(arguments.end(), theirs.begin(), theirs.end());
    arguments.insert(arguments.end(), {k.wakeChannel(), k.resultsChannel()});
    const Result<> allowed
        = check(runProbe(script("probe"), k.meta(), arguments), nativewords::mayNotChange(printable(queue, 60)));
    if (allowed)
        m_prepared.insert(queue);
    return allowed;
}

Result<> NativeScripts::prepareWork()
{
    if (m_preparedWork)
        return {};
    const QByteArray list = NativeKeys::workers(m_prefix);
    const Result<> allowed
        = check(runProbe(library()["probework"], list, {list, NativeKeys::worker(m_prefix, m_session)}),
            nativewords::mayNotRun());
    m_preparedWork = allowed.ok();
    return allowed;
}

/// Runs one of the two scripts that check permissions. Passes a key, because some services reject scripts without keys.
/// If the user isn't allowed to access the key, the server rejects the script without naming the key, so the script is
/// run again without it.
Result<Reply> NativeScripts::runProbe(
    const Script& script, const QByteArray& key, const std::vector<QByteArray>& arguments)
{
    Result<Reply> reply = m_client.run(script, {key}, arguments);
    if (reply || reply.error().code != ErrorCode::Permission)
        return reply;
    const Result<Reply> withoutKey = m_client.run(script, {}, arguments);
    return withoutKey ? withoutKey : reply;
}

/// Interprets the `reply` of a script that checks permissions.
Result<> NativeScripts::check(const Result<Reply>& reply, const QString& what)
{
    if (!reply)
        return reply.error();
    if (!reply->isArray())
        return unexpectedReply();
    if (reply->items.empty())
        return {};
    QByteArrayList missing;
    for (const Reply& item : reply->items)
        missing.append(item.bytes);
    return Error{ErrorCode::Permission,
        nativewords::rightsAreMissing(what, printable(missing.mid(0, 6).join(", "), 300), missing.size() - 6),
        printable(missing.join(", "), 2000)};
}

Error NativeScripts::errorAt(const QByteArray& key, const Error& error)
{
    return error.code == ErrorCode::WrongType ? notOurs(key, error.detail) : error;
}

Result<> NativeScripts::registerQueue(const QueueName& queue, bool again)
{
    if (!again && m_registered.contains(queue))
        return {};
    const QByteArray registry = NativeKeys::queues(m_prefix);
    const Result<Reply> reply = m_client.call({"SADD", registry, queue});
    if (!reply)
        return errorAt(registry, reply.error());
    m_registered.insert(queue);
    return {};
}

void NativeScripts::reconnected()
{
    m_prepared.clear();
    m_preparedWork = false;
    m_registered.clear();
}

} // namespace dueline
