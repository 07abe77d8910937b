// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

/// Returns the rights of a role for the queues of one prefix, as derived from the script sources and from the commands
/// that the classes around them send. A sandbox may withhold INFO, CLIENT and SELECT: everything still works, with less
/// information.
AclRights nativeRights(AclRole role, const QByteArray& prefix);

} // namespace dueline
