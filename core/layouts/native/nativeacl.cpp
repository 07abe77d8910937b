// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeacl.h"

#include "core/layouts/native/nativescripts.h"

namespace dueline {

namespace {

/// Commands that call read-only scripts. All other scripts are called with EVAL and EVALSHA.
const std::set<QByteArray> readingScripts{"EVAL_RO", "EVALSHA_RO"};
const std::set<QByteArray> writingScripts{"EVAL", "EVALSHA"};

// Commands that the classes in this folder send directly, not through scripts. tst_nativeacl checks that these lists
// are complete and minimal.

/// Commands sent by NativeInspector and its helper classes, and by NativeEvents and NativeAudit.
const std::set<QByteArray> reading{"GETRANGE", "HGET", "HGETALL", "HLEN", "HMGET", "SMEMBERS", "SUBSCRIBE", "ZCARD",
    "ZCOUNT", "ZRANGE", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE"};
/// Commands sent by NativeAdd and NativeEditor.
const std::set<QByteArray> operating{
    "EXEC", "HDEL", "HSCAN", "HSETNX", "MULTI", "SADD", "SCAN", "SET", "SREM", "UNLINK", "ZSCORE"};
/// Commands sent by NativeBroker, NativeLoad, NativeSweep and NativeWorkers.
const std::set<QByteArray> working{"EXPIRE", "GET", "HGET", "HGETALL", "HMGET", "HSCAN", "HSET", "PEXPIRE", "SUBSCRIBE",
    "UNLINK", "ZADD", "ZCOUNT", "ZMSCORE", "ZRANGE", "ZRANGEBYSCORE", "ZREM", "ZREMRANGEBYSCORE"};

} // namespace

AclRights nativeRights(AclRole role, const QByteArray& prefix)
{
    std::set<QByteArray> commands = aclGreeting();
    const auto add = [&commands](const std::set<QByteArray>& more) { commands.insert(more.begin(), more.end()); };
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

    if (role == AclRole::Worker)
        add({"FCALL", "HSETNX"}); // the functions also add the worker to the worker list

    // A queue's keys have the queue name in braces. All other keys belong to the registry or the worker list.
    const QByteArray base = aclQuoted(prefix);
    const QByteArray queues = role == AclRole::Viewer ? "%R~" : "~";
    const QByteArray workers = role == AclRole::Worker ? "~" : "%R~";
    QByteArrayList keys{
        queues + base + ":{*}:*", queues + base + ":queues", workers + base + ":workers", workers + base + ":w:*"};
    if (role == AclRole::Worker)
        keys << "~" + base + ":{*}"; // the key passed to functions
    return {std::move(keys), {base + ":{*}:wake", base + ":{*}:results"}, std::move(commands)};
}

} // namespace dueline
