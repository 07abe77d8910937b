// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Finds interrupted adoptions from a layout, some of whose tasks no worker can see. Read-only. If the user is not
/// allowed to read the keys, finds nothing. Errors: those of RedisClient::call.
Result<std::vector<DoctorFinding>> examineAdoptions(RedisClient& client, const LayoutSpec& layout);

} // namespace dueline
