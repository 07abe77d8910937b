// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Returns the layouts that store queues, in display order. To add a new layout, add one line here.
const std::vector<const LayoutType*>& knownLayouts();

/// Returns the native layout, which is used if no layout is named.
LayoutSpec defaultLayout();

} // namespace dueline
