// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Returns the in-memory reference layout. Each spec has its own store, shared by its copies and the backends opened
/// with them.
LayoutSpec memoryLayout();

} // namespace dueline
