// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

#include <optional>
#include <set>

namespace dueline {

struct Script;

/// What somebody does with the queues of one prefix.
enum class AclRole : quint8 {
    Viewer, ///< looks at everything, changes nothing
    Operator, ///< adds, acts, undoes, removes queues; runs no tasks
    Worker, ///< runs tasks
};

/// `viewer`, `operator`, `worker`.
QByteArray aclRoleName(AclRole role);
std::optional<AclRole> aclRoleFromName(QByteArrayView name);

/// The commands a script calls, in upper case, by its source.
std::set<QByteArray> commandsOf(const Script& script);

/// The rules of a Redis user who can do that and nothing else, for `ACL SETUSER name reset on >password` to be followed
/// by: keys, channels, commands, in a fixed order. From the sources of the scripts, and what the classes around them
/// send themselves. A sandbox of rules: without INFO, CLIENT or SELECT it works as well, knowing less.
QByteArrayList aclRules(AclRole role, const QByteArray& prefix);

} // namespace dueline
