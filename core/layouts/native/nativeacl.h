// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

/// Returns the rights of a role for the queues of one prefix, derived from the script sources and from the commands
/// that the C++ classes send. INFO, CLIENT and SELECT are optional: without them, everything works, but less
/// information is available.
AclRights nativeRights(AclRole role, const QByteArray& prefix);

} // namespace dueline
