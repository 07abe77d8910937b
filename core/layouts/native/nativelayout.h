// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns Dueline's own layout: any number of queues with one key prefix.
const LayoutType& nativeLayout();

} // namespace dueline
