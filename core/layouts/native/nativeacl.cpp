// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeacl.h"

#include "core/layouts/native/nativescripts.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr std::array roleNames{"viewer", "operator", "worker"};

/// What every connection says of itself and asks, and how scripts are called; those that only read by their own forms.
const std::set<QByteArray> greeting{"SELECT", "CLIENT|SETNAME", "INFO", "PING", "TIME"};
/// How a cluster's nodes are found and followed.
const std::set<QByteArray> cluster{"CLUSTER|SLOTS", "ASKING"};
const std::set<QByteArray> readingScripts{"EVAL_RO", "EVALSHA_RO"};
const std::set<QByteArray> writingScripts{"EVAL", "EVALSHA"};

// What the classes of this folder send besides scripts: tst_nativeacl proves that nothing lacks and nothing is too
// much.

/// NativeInspector and what it uses, NativeEvents, NativeAudit.
const std::set<QByteArray> reading{"GETRANGE", "HGET", "HGETALL", "HLEN", "HMGET", "SMEMBERS", "SUBSCRIBE", "ZCARD",
    "ZCOUNT", "ZRANGE", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE"};
/// NativeAdd, NativeEditor.
const std::set<QByteArray> operating{
    "EXEC", "HDEL", "HSCAN", "HSETNX", "MULTI", "SADD", "SCAN", "SET", "SREM", "UNLINK", "ZSCORE"};
/// NativeBroker, NativeLoad, NativeSweep, NativeWorkers.
const std::set<QByteArray> working{"EXPIRE", "GET", "HGET", "HGETALL", "HMGET", "HSCAN", "HSET", "PEXPIRE",
    "SUBSCRIBE", "UNLINK", "ZADD", "ZCOUNT", "ZMSCORE", "ZRANGE", "ZRANGEBYSCORE", "ZREM", "ZREMRANGEBYSCORE"};

/// A prefix as a part of a pattern: its own wildcards are none.
QByteArray quoted(const QByteArray& prefix)
{
    QByteArray pattern;
    for (const char c : prefix) {
        if (QByteArrayView("*?[]\\^-").contains(c))
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

} // namespace

QByteArray aclRoleName(AclRole role) { return roleNames[std::size_t(role)]; }

std::optional<AclRole> aclRoleFromName(QByteArrayView name)
{
    for (std::size_t i = 0; i < roleNames.size(); ++i) {
        if (name == roleNames[i])
            return AclRole(i);
    }
    return std::nullopt;
}

std::set<QByteArray> commandsOf(const Script& script)
{
    // `call('HGET', …`, `try(some and 'HMGET' or 'ZMSCORE', …`, `redis.pcall('GET', …`
    static const QRegularExpression calls(QStringLiteral("\\b(?:call|try|pcall)\\(([^,()]*)"));
    static const QRegularExpression words(QStringLiteral("'([A-Z]+)'"));
    std::set<QByteArray> commands;
    const QString source = QString::fromUtf8(script.source);
    for (auto call = calls.globalMatch(source); call.hasNext();) {
        const QString first = call.next().captured(1);
        for (auto word = words.globalMatch(first); word.hasNext();)
            commands.insert(word.next().captured(1).toLatin1());
    }
    return commands;
}

QByteArrayList aclRules(AclRole role, const QByteArray& prefix)
{
    std::set<QByteArray> commands = greeting;
    const auto add = [&commands](const std::set<QByteArray>& more) { commands.insert(more.begin(), more.end()); };
    add(cluster);
    add(readingScripts);
    for (const auto& [name, script] : NativeScripts::library().all()) {
        if (script.readsOnly || role != AclRole::Viewer)
            add(commandsOf(script));
    }
    if (role != AclRole::Viewer)
        add(writingScripts);
    add(role == AclRole::Worker ? working : reading);
    if (role == AclRole::Operator)
        add(operating);

    // A queue's keys have its name in braces; the rest is the registry.
    const QByteArray base = quoted(prefix);
    const QByteArray queues = role == AclRole::Viewer ? "%R~" : "~";
    const QByteArray workers = role == AclRole::Worker ? "~" : "%R~";
    QByteArrayList rules{queues + base + ":{*}:*", queues + base + ":queues", workers + base + ":workers",
        workers + base + ":w:*", "resetchannels", '&' + base + ":{*}:wake", '&' + base + ":{*}:results", "-@all"};
    for (const QByteArray& command : commands)
        rules << '+' + command.toLower();
    return rules;
}

} // namespace dueline
