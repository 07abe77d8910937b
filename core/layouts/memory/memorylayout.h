// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the reference layout, for tests. Each use of its name creates a separate store, which everything opened from
/// copies of that spec shares.
const LayoutType& memoryLayout();

} // namespace dueline
