// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Returns a layout that combines several layouts on one server. It has no name; its text lists the texts of `layouts`,
/// separated by commas.
LayoutSpec compositeLayout(std::vector<LayoutSpec> layouts);

} // namespace dueline
