// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"

namespace dueline {

/// What users need for the queues of one prefix. From the sources of the scripts, and what the classes around them send
/// themselves. Rules for a sandbox: without INFO, CLIENT or SELECT it works as well, knowing less.
AclRights nativeRights(AclRole role, const QByteArray& prefix);

} // namespace dueline
