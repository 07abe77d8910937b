// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// `laravel`: queues of Laravel 8 to 13 of one prefix, and what Horizon keeps of them.
const LayoutType& laravelLayout();

} // namespace dueline
