// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Finds interrupted adoptions from a layout that have left some tasks where no worker can see them. Read-only. Finds
/// nothing if the user may not read the keys. Errors: same as RedisClient::call().
Result<std::vector<DoctorFinding>> examineAdoptions(RedisClient& client, const LayoutSpec& layout);

} // namespace dueline
