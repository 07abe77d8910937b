// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Sidekiq 6 to 8: found, counted and looked at.
const LayoutType& sidekiqLayout();

} // namespace dueline
