// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

class ScriptLibrary;

/// Permissions that users need for a framework's layout. Key patterns use Redis syntax, with names escaped by
/// aclQuoted().
struct FrameworkAcl
{
    QByteArrayList keys = {}; ///< patterns for keys that views read and actions change
    QByteArrayList readKeys = {}; ///< patterns for keys that are only read
    /// patterns for the keys where Dueline stores its own data about the framework's queues, without the prefix
    /// `dueline:overlay:`
    QByteArrayList overlays = {};
    QByteArrayList channels = {}; ///< channels on which actions notify workers
    std::set<QByteArray> reading = {}; ///< commands that views send in addition to the ones all frameworks need
    /// commands that actions send in addition to the ones the scripts need
    std::set<QByteArray> operating = {};
};

/// Returns the permissions for a role. `scripts`: all script libraries that the layout uses for actions. `prefix`:
/// prefix of Dueline's own keys. Returns nullopt for a worker, because Dueline doesn't run frameworks' jobs.
std::optional<AclRights> frameworkRights(
    AclRole role, const FrameworkAcl& acl, const std::vector<const ScriptLibrary*>& scripts, const QByteArray& prefix);

} // namespace dueline
