// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Native queues, and those of every framework that is found on the server: `auto`.
const LayoutType& autoLayout();
/// The same with these layouts besides.
LayoutSpec autoLayoutWith(const std::vector<LayoutSpec>& others);

} // namespace dueline
