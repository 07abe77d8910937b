// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Lists the layouts that keep queues, in the order in which people see them. A new layout is one line here.
const std::vector<const LayoutType*>& knownLayouts();

/// Returns the native layout, which is used if none is named.
LayoutSpec defaultLayout();

} // namespace dueline
