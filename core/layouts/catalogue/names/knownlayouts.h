// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Returns the layouts that store queues, in display order. Register new layouts here.
const std::vector<const LayoutType*>& knownLayouts();

/// Returns the native layout, the default if no layout is specified.
LayoutSpec defaultLayout();

} // namespace dueline
