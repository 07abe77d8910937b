// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

class ScriptLibrary;

/// Facts about a framework's layout from which the rights of its users follow. Key patterns use the syntax of Redis;
/// names within them are escaped with aclQuoted().
struct FrameworkAcl
{
    QByteArrayList keys = {}; ///< keys that views read and actions change
    QByteArrayList readKeys = {}; ///< keys that are only read
    QByteArrayList overlays = {}; ///< Dueline's keys next to the framework's, after `dueline:overlay:`
    QByteArrayList channels = {}; ///< channels on which actions notify workers
    std::set<QByteArray> reading = {}; ///< commands of views, in addition to those of all frameworks
    std::set<QByteArray> operating = {}; ///< commands of actions, in addition to those of the scripts
};

/// Returns the rights of a role. `scripts` are all libraries that the layout acts with; `prefix` is the prefix of
/// Dueline's own keys. nullopt for a worker, since Dueline runs no framework jobs.
std::optional<AclRights> frameworkRights(
    AclRole role, const FrameworkAcl& acl, const std::vector<const ScriptLibrary*>& scripts, const QByteArray& prefix);

} // namespace dueline
