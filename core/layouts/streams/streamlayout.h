// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout of streams with consumer groups.
const LayoutType& streamLayout();

} // namespace dueline
