// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// The reference, for tests: each time it is named a store of its own, shared by everything opened from copies of the
/// spec.
const LayoutType& memoryLayout();

} // namespace dueline
