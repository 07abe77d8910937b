// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Returns a layout that combines several layouts of one server in one connection. The combined layout has no name; its
/// text is the comma-separated list of the texts of `layouts`.
LayoutSpec compositeLayout(std::vector<LayoutSpec> layouts);

} // namespace dueline
