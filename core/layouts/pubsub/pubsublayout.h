// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout `pubsub:CHANNEL?keys=PATTERN&type=NAME`.
const LayoutType& pubsubLayout();

} // namespace dueline
