// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Finds unfinished adoptions from a layout. Their tasks are invisible to workers. Read-only. Errors: those of
/// RedisClient::call; without permission to read, there are no findings.
Result<std::vector<DoctorFinding>> examineAdoptions(RedisClient& client, const LayoutSpec& layout);

} // namespace dueline
