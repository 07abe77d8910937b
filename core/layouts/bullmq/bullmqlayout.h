// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout of BullMQ 5 and 6.
const LayoutType& bullMqLayout();

} // namespace dueline
