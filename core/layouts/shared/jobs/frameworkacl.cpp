// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/frameworkacl.h"

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/redis/scriptlibrary.h"

namespace dueline {

namespace {

// Commands that the classes in this folder send outside of scripts. tst_duectl_acl checks that the list is complete and
// minimal.

const std::set<QByteArray> frameworkReading{
    "EXISTS", "HGETALL", "HMGET", "HSTRLEN", "LLEN", "LRANGE", "SCAN", "ZCARD", "ZCOUNT", "ZRANGE"};
/// Commands used by scripts and by OperationStore.
const std::set<QByteArray> frameworkOperating{"EVAL", "EVALSHA", "EVALSHA_RO", "EVAL_RO", "UNLINK"};

} // namespace

std::optional<AclRights> frameworkRights(
    AclRole role, const FrameworkAcl& acl, const std::vector<const ScriptLibrary*>& scripts, const QByteArray& prefix)
{
    if (role == AclRole::Worker)
        return std::nullopt; // Dueline doesn't run frameworks' jobs
    const bool isOperator = role == AclRole::Operator;
    AclRights rights{{}, {}, aclGreeting()};
    rights.commands.insert(frameworkReading.begin(), frameworkReading.end());
    rights.commands.insert(acl.reading.begin(), acl.reading.end());
    const QByteArray changing = isOperator ? "~" : "%R~";
    for (const QByteArray& key : acl.keys)
        rights.keys << changing + key;
    for (const QByteArray& key : acl.readKeys)
        rights.keys << "%R~" + key;
    for (const QByteArray& overlay : acl.overlays)
        rights.keys << changing + aclQuoted(OverlayKeys::overlayOf(prefix)) + overlay;
    if (!isOperator)
        return rights;
    rights.channels = acl.channels;
    rights.commands.insert(frameworkOperating.begin(), frameworkOperating.end());
    rights.commands.insert(acl.operating.begin(), acl.operating.end());
    for (const ScriptLibrary* library : scripts) {
        for (const auto& [name, script] : library->all())
            rights.commands.merge(commandsOf(script));
    }
    return rights;
}

} // namespace dueline
