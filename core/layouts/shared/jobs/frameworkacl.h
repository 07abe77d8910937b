// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

class ScriptLibrary;

/// What a layout of a framework says of itself, from which the rights of its users follow. Patterns of keys are as
/// Redis has them; names in them are aclQuoted().
struct FrameworkAcl
{
    QByteArrayList keys = {}; ///< which views read and actions change
    QByteArrayList readKeys = {}; ///< which nothing changes
    QByteArrayList overlays = {}; ///< of what is ours beside them, behind `dueline:overlay:`
    QByteArrayList channels = {}; ///< on which an action tells workers something
    std::set<QByteArray> reading = {}; ///< commands of views besides those of all frameworks
    std::set<QByteArray> operating = {}; ///< of actions, besides those of the scripts
};

/// `scripts`: all by which the layout acts. `prefix`: of our own keys. A worker is nobody: nullopt.
std::optional<AclRights> frameworkRights(
    AclRole role, const FrameworkAcl& acl, const std::vector<const ScriptLibrary*>& scripts, const QByteArray& prefix);

} // namespace dueline
