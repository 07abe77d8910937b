// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Adoptions out of a layout that did not come to their end, whose tasks lie where nobody runs them. Reads only.
/// Errors: as RedisClient::call, but what may not be read is nothing found.
Result<std::vector<DoctorFinding>> examineAdoptions(RedisClient& client, const LayoutSpec& layout);

} // namespace dueline
