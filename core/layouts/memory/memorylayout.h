// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the reference layout, for tests. Each time it is named it has its own store, which everything opened
/// from copies of the spec shares.
const LayoutType& memoryLayout();

} // namespace dueline
