// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout of RQ 1 and 2.
const LayoutType& rqLayout();

} // namespace dueline
