// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout of asynq 0.24 to 0.26.
const LayoutType& asynqLayout();

} // namespace dueline
