// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// BullMQ 5 and 6: found and counted.
const LayoutType& bullMqLayout();

} // namespace dueline
