// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Several layouts of one server in one connection. It has no name of its own: it is written as its layouts are, with
/// commas between them.
LayoutSpec compositeLayout(std::vector<LayoutSpec> layouts);

} // namespace dueline
