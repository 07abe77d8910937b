// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

#include <optional>
#include <set>

namespace dueline {

struct Script;

/// What somebody does with queues.
enum class AclRole : quint8 {
    Viewer, ///< looks at everything, changes nothing
    Operator, ///< adds, acts, undoes, removes queues; runs no tasks
    Worker, ///< runs tasks
};

/// `viewer`, `operator`, `worker`.
QByteArray aclRoleName(AclRole role);
std::optional<AclRole> aclRoleFromName(QByteArrayView name);

/// What a Redis user needs for a layout's queues in a role, and nothing else.
struct AclRights
{
    QByteArrayList keys; ///< patterns as rules have them: `~bull:*`, `%R~bull:*`
    QByteArrayList channels; ///< patterns: `rq:pubsub:*`
    std::set<QByteArray> commands; ///< in upper case, `CLIENT|SETNAME` for a part of one

    /// For both: each may then do on the keys of one what it needs for the other.
    void add(const AclRights& more);
    /// For `ACL SETUSER name reset on >password` to be followed by: keys, channels, commands, in a fixed order.
    QByteArrayList rules() const;
};

/// What every connection says of itself and asks, and how the nodes of a cluster are found and followed.
const std::set<QByteArray>& aclGreeting();
/// The commands a script calls, or asks whether it may, in upper case, by its source.
std::set<QByteArray> commandsOf(const Script& script);
/// A name as a part of a pattern: its own wildcards are none.
QByteArray aclQuoted(const QByteArray& name);

} // namespace dueline
