// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

#include <optional>
#include <set>

namespace dueline {

struct Script;

/// A role that a Redis user has for queues.
enum class AclRole : quint8 {
    Viewer, ///< reads everything, changes nothing
    Operator, ///< adds, acts, undoes, removes queues; runs no tasks
    Worker, ///< runs tasks
};

/// Returns `viewer`, `operator` or `worker`.
QByteArray aclRoleName(AclRole role);
std::optional<AclRole> aclRoleFromName(QByteArrayView name);

/// Redis permissions that a role needs for a layout's queues, and no more.
struct AclRights
{
    QByteArrayList keys; ///< patterns in the syntax of ACL rules: `~bull:*`, `%R~bull:*`
    QByteArrayList channels; ///< patterns, for example `rq:pubsub:*`
    std::set<QByteArray> commands; ///< command names in upper case; `CLIENT|SETNAME` for a subcommand

    /// Adds the rights of another layout. The user may then run the commands of each layout on the keys of both.
    void add(const AclRights& more);
    /// Returns the keys, channels and commands, in a fixed order, to append to `ACL SETUSER name reset on >password`.
    QByteArrayList rules() const;
};

/// Returns the commands that every connection sends to identify itself, and to find and follow the nodes of a cluster.
const std::set<QByteArray>& aclGreeting();
/// Returns the commands that a script calls or checks permission for, in upper case. They are read from its source.
std::set<QByteArray> commandsOf(const Script& script);
/// Returns a name escaped for use within a pattern, so that it contains no wildcards.
QByteArray aclQuoted(const QByteArray& name);

} // namespace dueline
