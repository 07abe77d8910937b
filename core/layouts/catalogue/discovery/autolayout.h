// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Returns the `auto` layout, which shows native queues and the queues of every framework found on the server.
const LayoutType& autoLayout();
/// Returns the `auto` layout with these additional layouts.
LayoutSpec autoLayoutWith(const std::vector<LayoutSpec>& others);

} // namespace dueline
