// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisclient.h"

#include "core/base/interruption.h"
#include "core/base/logging.h"
#include "core/base/text.h"
#include "core/redis/clusterconnection.h"
#include "core/redis/errorclass.h"
#include "core/redis/readcommands.h"
#include "core/redis/replyshape.h"
#include "core/redis/serverinfo.h"
#include "core/redis/waiting.h"

#include <QCryptographicHash>
#include <QRandomGenerator>

#include <algorithm>
#include <optional>

namespace dueline {

namespace {

constexpr Millis firstPause{50};
constexpr Millis longestPause{2000};
/// Time reserved for one last attempt.
constexpr Millis lastAttempt{50};

/// Pauses between attempts: 50 ms at first, doubling up to 2 s, and randomly shortened to 50–100% so that clients don't
/// all reconnect at the same time.
class ReconnectPause
{
public:
    explicit ReconnectPause(QDeadlineTimer deadline)
        : m_deadline(deadline)
    { }
    /// Sleeps before the next attempt. Returns false immediately if there isn't enough time for another attempt, or if
    /// the thread is interrupted.
    bool pause()
    {
        const qint64 left = m_deadline.remainingTime() - lastAttempt.count();
        if (left <= 0)
            return false;
        const qint64 half = m_next.count() / 2;
        const qint64 wanted = half + QRandomGenerator::global()->bounded(half + 1);
        m_next = std::min(longestPause, m_next * 2);
        return Interruption::sleep(Millis(std::min(wanted, left)));
    }

private:
    QDeadlineTimer m_deadline;
    Millis m_next = firstPause;
};

bool worthReconnecting(ErrorCode code)
{
    return code == ErrorCode::Disconnected || code == ErrorCode::Timeout || code == ErrorCode::Unreachable
        || code == ErrorCode::Busy || code == ErrorCode::ReadOnlyServer;
}

/// Returns why a failed attempt is repeated, as a clause.
QString reasonToTryAgain(const Error& error)
{
    switch (error.code) {
    case ErrorCode::Unreachable:
        return QStringLiteral("it cannot be reached");
    case ErrorCode::Busy:
    case ErrorCode::ReadOnlyServer:
        return error.detail.isEmpty() ? QStringLiteral("no master has been found yet")
                                      : reasonToWait(error.detail.toUtf8());
    default:
        return QStringLiteral("the connection was lost and is being restored");
    }
}

/// Returns the first error reply that requires a retry, or else the first error reply; empty if there is none.
QByteArrayView waitedFor(const std::vector<Reply>& replies)
{
    QByteArrayView first;
    for (const Reply& reply : replies) {
        if (!reply.isError())
            continue;
        const ErrorClass kind = errorClass(reply.bytes);
        if (kind == ErrorClass::RetryHere || kind == ErrorClass::Reconnect)
            return reply.bytes;
        if (first.isEmpty())
            first = reply.bytes;
    }
    return first;
}

enum class By { Sha, Source };

/// Returns an EVALSHA or EVAL command. Uses the _RO form for a script that only reads, because it needs no write
/// permission for the script's keys.
Command evaluate(
    const Script& script, const std::vector<QByteArray>& keys, const std::vector<QByteArray>& arguments, By by)
{
    const char* verb
        = by == By::Sha ? (script.readsOnly ? "EVALSHA_RO" : "EVALSHA") : (script.readsOnly ? "EVAL_RO" : "EVAL");
    Command command;
    command.reserve(3 + keys.size() + arguments.size());
    command.emplace_back(verb);
    command.push_back(by == By::Source ? script.source : script.sha);
    command.push_back(QByteArray::number(qulonglong(keys.size())));
    command.insert(command.end(), keys.begin(), keys.end());
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

/// Start of a script for Dragonfly, which reads flags from a comment in the first line and rejects Redis's shebang. The
/// flag allows keys whose names the script computes. If Dragonfly can't check permissions in scripts, acl_check_cmd()
/// always returns true.
constexpr const char* dragonflyStart = "--!df flags=allow-undeclared-keys\n"
                                       "local redis = setmetatable({acl_check_cmd = redis.acl_check_cmd or "
                                       "function() return true end}, {__index = redis})\n";

Script forDragonfly(const Script& script)
{
    Script own = script;
    if (own.source.startsWith("#!"))
        own.source.remove(0, own.source.indexOf('\n') + 1);
    own.source.prepend(dragonflyStart);
    own.sha = QCryptographicHash::hash(own.source, QCryptographicHash::Sha1).toHex();
    return own;
}

std::unique_ptr<RedisLink> makeLink(RedisConfig config, ReplyLimits limits)
{
    if (config.topology == Topology::Cluster)
        return std::make_unique<ClusterConnection>(std::move(config), limits);
    return std::make_unique<RedisConnection>(std::move(config), limits);
}

} // namespace

RedisClient::RedisClient(RedisConfig config, ReplyLimits limits)
    : m_link(makeLink(std::move(config), limits))
{ }

RedisClient::~RedisClient() = default;

void RedisClient::allowOnlyReads()
{
    m_readsOnly = true;
    m_link->keepAccessTimes();
}

Result<> RedisClient::open()
{
    auto opened = m_link->open(QDeadlineTimer(config().timeouts.connect));
    m_wasOpen = m_wasOpen || opened.ok();
    return opened;
}

void RedisClient::close() { m_link->close(); }

const Script& RedisClient::accepted(const Script& script)
{
    if (!identity().isDragonfly)
        return script;
    const auto found = m_dragonflyScripts.find(script.sha);
    return found != m_dragonflyScripts.end()
        ? found->second
        : m_dragonflyScripts.emplace(script.sha, forDragonfly(script)).first->second;
}

/// Returns what the client must do before it may return these replies.
RedisClient::Advice RedisClient::adviceOf(const std::vector<Reply>& replies, Patience patience) const
{
    const bool isCluster = config().topology == Topology::Cluster;
    Advice advice = Advice::None;
    for (const Reply& reply : replies) {
        if (!reply.isError())
            continue;
        if (patience == Patience::WaitsForServersAlone && reply.bytes.startsWith("TRYAGAIN"))
            continue;
        const ErrorClass kind = errorClass(reply.bytes);
        // Don't reconnect for MOVED: a cluster connection has already followed it, and a single server would just
        // return it again.
        if (kind == ErrorClass::Reconnect && !reply.bytes.startsWith("MOVED"))
            return Advice::Reconnect;
        if (kind == ErrorClass::RetryHere || (isCluster && redirectionOf(reply, {})))
            advice = Advice::Wait;
    }
    return advice;
}

Result<> RedisClient::ensureOpen(QDeadlineTimer deadline)
{
    if (m_link->isOpen())
        return {};
    auto opened = m_link->open(deadline);
    if (!opened)
        return opened;
    if (m_wasOpen && reconnected)
        reconnected(m_link->identity());
    m_wasOpen = true;
    return {};
}

Result<std::vector<Reply>> RedisClient::exchange(
    const std::vector<Command>& commands, QDeadlineTimer deadline, Patience patience)
{
    if (m_readsOnly) {
        const auto other = std::find_if_not(commands.begin(), commands.end(), &isReadCommand);
        if (other != commands.end())
            return Error{ErrorCode::Refused,
                QStringLiteral("This connection is read-only, so %1 was not sent.")
                    .arg(printable(commandVerb(*other), 40))};
    }
    const Waiting waiting([this] { return m_link->whom(); });
    Waiting::because([] { return QStringLiteral("it has not responded yet"); });
    ReconnectPause backoff(deadline);
    bool isUncertain = false; // true if a command was sent but got no reply
    const auto interrupted = [&] {
        const bool changes = isUncertain && !std::all_of(commands.begin(), commands.end(), &isReadCommand);
        return Error{ErrorCode::Cancelled,
            (changes ? QStringLiteral("Interrupted while waiting for %1; the command may have run.")
                     : QStringLiteral("Interrupted while waiting for %1."))
                .arg(m_link->whom())};
    };
    std::optional<Result<std::vector<Reply>>> before; // result of the previous attempt
    QByteArray refusedBy; // run id of the server that returned READONLY
    while (true) {
        Result<std::vector<Reply>> replies = std::vector<Reply>();
        if (auto opened = ensureOpen(deadline); !opened)
            replies = opened.error();
        else if (replies = m_link->pipeline(commands, deadline); !replies)
            isUncertain = true;
        if (!replies && replies.error().code == ErrorCode::Cancelled)
            return interrupted();
        if (!replies) {
            qCDebug(logRedis) << "no answer:" << replies.error().message << replies.error().detail;
            // A final timeout says less than the previous attempt's error.
            if (replies.error().code == ErrorCode::Timeout && deadline.hasExpired() && before)
                return *before;
            Waiting::because([&] { return reasonToTryAgain(replies.error()); });
            if (!m_wasOpen || !worthReconnecting(replies.error().code))
                return replies;
            if (!backoff.pause()) {
                if (Interruption::isDueHere())
                    return interrupted();
                return replies;
            }
            before = std::move(replies);
            continue;
        }
        // If any reply requires a wait, repeat the whole pipeline to preserve its order. All commands are idempotent.
        const Advice advice = adviceOf(*replies, patience);
        if (advice == Advice::None) {
            // If a reply doesn't fit its command, the remaining replies can't be trusted either.
            if (const QString wrong = misfit(commands, *replies); !wrong.isEmpty()) {
                m_link->close();
                return Error{ErrorCode::Protocol, wrong};
            }
            return replies;
        }
        if (advice == Advice::Reconnect) {
            const QByteArray runId = identity().runId;
            const bool again = !runId.isEmpty() && runId == refusedBy && identity().role == "slave";
            // The same replica has refused the commands twice. Only an administrator can fix this.
            if (again)
                return replies;
            refusedBy = runId;
            m_link->close();
        }
        Waiting::because([&] { return reasonToWait(waitedFor(*replies)); });
        if (!backoff.pause()) {
            if (Interruption::isDueHere())
                return interrupted();
            return replies;
        }
        before = std::move(replies);
    }
}

Result<Reply> RedisClient::call(const Command& command)
{
    Result<std::vector<Reply>> replies = exchange({command}, replyDeadline());
    if (!replies)
        return replies.error();
    Reply reply = std::move(replies->front());
    if (reply.isError())
        return errorFromReply(reply.bytes);
    return reply;
}

Result<std::vector<Reply>> RedisClient::pipeline(const std::vector<Command>& commands)
{
    if (commands.empty())
        return std::vector<Reply>();
    return exchange(commands, replyDeadline());
}

Result<TimePoint> RedisClient::serverTime()
{
    const auto reply = call({"TIME"});
    if (!reply)
        return reply.error();
    const auto time = serverTimeIn(*reply);
    return time ? Result(*time)
                : Error{ErrorCode::Protocol, QStringLiteral("Redis returned an unexpected reply to TIME.")};
}

Result<std::vector<QByteArray>> RedisClient::membersOf(const QByteArray& set, std::size_t most)
{
    std::vector<QByteArray> members;
    QByteArray cursor = "0";
    do {
        auto page = call({"SSCAN", set, cursor, "COUNT", "500"});
        if (!page)
            return page.error();
        if (page->items.size() != 2)
            return unexpectedReply();
        for (Reply& member : page->items[1].items)
            members.push_back(std::move(member.bytes));
        cursor = page->items[0].bytes;
    } while (cursor != "0" && members.size() < most);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return members;
}

Result<std::vector<Reply>> RedisClient::callAll(const std::vector<Command>& commands)
{
    auto replies = pipeline(commands);
    if (!replies)
        return replies;
    const auto failed
        = std::find_if(replies->begin(), replies->end(), [](const Reply& reply) { return reply.isError(); });
    if (failed != replies->end())
        return errorFromReply(failed->bytes);
    return replies;
}

Result<Reply> RedisClient::run(
    const Script& script, const std::vector<QByteArray>& keys, const std::vector<QByteArray>& arguments)
{
    Result<std::vector<Reply>> replies = run({ScriptCall{&script, keys, arguments}});
    if (!replies)
        return replies.error();
    Reply reply = std::move(replies->front());
    if (reply.isError())
        return errorFromReply(reply.bytes);
    return reply;
}

Result<std::vector<Reply>> RedisClient::run(const std::vector<ScriptCall>& calls, Patience patience)
{
    std::vector<Command> commands;
    commands.reserve(calls.size());
    for (const ScriptCall& call : calls)
        commands.push_back(evaluate(accepted(*call.script), call.keys, call.arguments, By::Sha));
    if (commands.empty())
        return std::vector<Reply>();
    const QDeadlineTimer deadline = replyDeadline();
    Result<std::vector<Reply>> replies = exchange(commands, deadline, patience);
    if (!replies)
        return replies;
    // Repeat the calls as EVAL with the source: this loads and runs the script, and can't return NOSCRIPT.
    std::vector<std::size_t> missing;
    std::vector<Command> again;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if ((*replies)[i].isError() && (*replies)[i].bytes.startsWith("NOSCRIPT")) {
            missing.push_back(i);
            again.push_back(evaluate(accepted(*calls[i].script), calls[i].keys, calls[i].arguments, By::Source));
        }
    }
    if (missing.empty())
        return replies;
    Result<std::vector<Reply>> repeated = exchange(again, deadline, patience);
    if (!repeated)
        return repeated;
    for (std::size_t i = 0; i < missing.size(); ++i)
        (*replies)[missing[i]] = std::move((*repeated)[i]);
    return replies;
}

Result<std::vector<Reply>> RedisClient::transaction(const ScriptCall& first, const std::vector<Command>& rest)
{
    std::vector<Command> commands;
    commands.reserve(rest.size() + 3);
    commands.push_back({"MULTI"});
    commands.push_back(evaluate(accepted(*first.script), first.keys, first.arguments, By::Source));
    commands.insert(commands.end(), rest.begin(), rest.end());
    commands.push_back({"EXEC"});
    Result<std::vector<Reply>> replies = exchange(commands, replyDeadline());
    if (!replies)
        return replies;
    Reply& exec = replies->back();
    if (exec.isArray())
        return std::move(exec.items);
    // EXECABORT only says that a command was refused when it was queued. Return that command's error, the actual cause.
    for (const Reply& reply : *replies) {
        if (reply.isError() && !reply.bytes.startsWith("EXECABORT"))
            return errorFromReply(reply.bytes);
    }
    if (exec.isError())
        return errorFromReply(exec.bytes);
    return Error{ErrorCode::Protocol, QStringLiteral("Redis did not run a transaction and gave no reason.")};
}

} // namespace dueline
