// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

class ScriptLibrary;

/// Properties of a framework's layout that determine which permissions users need. Key patterns are in Redis syntax,
/// and names in them are escaped with aclQuoted().
struct FrameworkAcl
{
    QByteArrayList keys = {}; ///< patterns of keys that views read and actions change
    QByteArrayList readKeys = {}; ///< patterns of keys that are read but never changed
    /// patterns of Dueline's own keys for the framework's queues, without the prefix `dueline:overlay:`
    QByteArrayList overlays = {};
    QByteArrayList channels = {}; ///< channels on which actions notify workers
    std::set<QByteArray> reading = {}; ///< commands that views use in addition to the commands that all frameworks need
    /// commands that actions use in addition to the commands that the scripts need
    std::set<QByteArray> operating = {};
};

/// Returns the permissions for a role. `scripts`: all script libraries that the layout uses for actions. `prefix`:
/// prefix of Dueline's own keys. Returns nullopt for a worker, because Dueline does not run the jobs of frameworks.
std::optional<AclRights> frameworkRights(
    AclRole role, const FrameworkAcl& acl, const std::vector<const ScriptLibrary*>& scripts, const QByteArray& prefix);

} // namespace dueline
