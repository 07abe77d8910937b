// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Returns the layout `auto`: native queues, and those of every framework that is found on the server.
const LayoutType& autoLayout();
/// Returns `auto` with these layouts in addition.
LayoutSpec autoLayoutWith(const std::vector<LayoutSpec>& others);

} // namespace dueline
