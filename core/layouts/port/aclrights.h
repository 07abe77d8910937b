// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

#include <optional>
#include <set>

namespace dueline {

struct Script;

/// Role of a Redis user that uses queues.
enum class AclRole : quint8 {
    Viewer, ///< can read everything but change nothing
    Operator, ///< can also add tasks, perform and undo actions, and remove queues, but not run tasks
    Worker, ///< runs tasks
};

/// Returns `viewer`, `operator` or `worker`.
QByteArray aclRoleName(AclRole role);
std::optional<AclRole> aclRoleFromName(QByteArrayView name);

/// Redis permissions that a role needs for a layout's queues.
struct AclRights
{
    QByteArrayList keys; ///< key patterns in ACL rule syntax, such as `~bull:*` and `%R~bull:*`
    QByteArrayList channels; ///< channel patterns, such as `rq:pubsub:*`
    std::set<QByteArray> commands; ///< command names in upper case; subcommands have the form `CLIENT|SETNAME`

    /// Adds another layout's permissions. This lets the user run both layouts' commands on both layouts' keys.
    void add(const AclRights& more);
    /// Returns the keys, channels and commands in a fixed order, as rules for `ACL SETUSER name reset on >password`.
    QByteArrayList rules() const;
};

/// Returns the commands that every connection sends to identify itself and find a cluster's nodes.
const std::set<QByteArray>& aclGreeting();
/// Returns the commands that a script calls or checks permissions for, in upper case, according to its source code.
std::set<QByteArray> commandsOf(const Script& script);
/// Escapes a name for use in a pattern, so that none of its characters acts as a wildcard.
QByteArray aclQuoted(const QByteArray& name);

} // namespace dueline
