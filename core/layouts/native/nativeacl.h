// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

/// Returns the permissions that a role needs for the queues with one prefix, derived from the scripts' source code and
/// the commands that the C++ classes send. INFO, CLIENT and SELECT are optional: without them, all features work, but
/// less information is available.
AclRights nativeRights(AclRole role, const QByteArray& prefix);

} // namespace dueline
