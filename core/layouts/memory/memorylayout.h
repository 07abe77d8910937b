// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the in-memory reference layout, for tests. Each parsed spec has its own store, shared by copies of the spec
/// and the backends opened with them.
const LayoutType& memoryLayout();

} // namespace dueline
