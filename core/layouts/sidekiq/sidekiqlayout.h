// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout of Sidekiq 6 to 8.
const LayoutType& sidekiqLayout();

} // namespace dueline
