// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

class ScriptLibrary;

/// Facts about a framework's layout that determine the rights of its users. Key patterns are in Redis syntax; names in
/// them are escaped with aclQuoted().
struct FrameworkAcl
{
    QByteArrayList keys = {}; ///< keys that are read by views and changed by actions
    QByteArrayList readKeys = {}; ///< keys that are only read
    /// Dueline's own keys for the framework's queues, without the leading `dueline:overlay:`
    QByteArrayList overlays = {};
    QByteArrayList channels = {}; ///< channels through which actions notify workers
    std::set<QByteArray> reading = {}; ///< commands used by views, in addition to those common to all frameworks
    std::set<QByteArray> operating = {}; ///< commands used by actions, in addition to those of the scripts
};

/// Returns the rights of a role. `scripts`: all libraries whose scripts the layout uses for actions; `prefix`: prefix
/// of Dueline's own keys. Returns nullopt for a worker, since Dueline does not run the jobs of frameworks.
std::optional<AclRights> frameworkRights(
    AclRole role, const FrameworkAcl& acl, const std::vector<const ScriptLibrary*>& scripts, const QByteArray& prefix);

} // namespace dueline
