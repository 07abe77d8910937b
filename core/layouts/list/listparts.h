// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombackend.h"
#include "core/layouts/list/listspec.h"

namespace dueline {

/// What the designs `list` and `resend` bring to the shared backend.
CustomParts listParts(const ListSpec& spec);

} // namespace dueline
