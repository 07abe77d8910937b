// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the reference layout, for tests. Each parsed spec has its own store, shared by copies of the spec and by
/// everything opened through them.
const LayoutType& memoryLayout();

} // namespace dueline
