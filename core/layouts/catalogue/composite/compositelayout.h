// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Returns a layout for several layouts of one server in one connection. It has no name: its text is that of
/// its layouts, separated by commas.
LayoutSpec compositeLayout(std::vector<LayoutSpec> layouts);

} // namespace dueline
