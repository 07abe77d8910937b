// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/handmade/handmadebackend.h"

namespace dueline {

/// What the designs `list` and `resend` bring to the shared backend.
HandmadeParts listParts(const HandmadeSpec& spec);

} // namespace dueline
