// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the in-memory reference layout, for tests. Each spec that is parsed has a separate store, which copies of
/// the spec and the backends opened with them share.
const LayoutType& memoryLayout();

} // namespace dueline
