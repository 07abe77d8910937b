// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombackend.h"
#include "core/layouts/list/listspec.h"

namespace dueline {

/// Returns the parts that the designs `list` and `resend` provide for CustomBackend.
CustomParts listParts(const ListSpec& spec);

} // namespace dueline
