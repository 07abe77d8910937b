// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout of Bull 3.29 and 4.
const LayoutType& bullLayout();

} // namespace dueline
