// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the `laravel` layout: the queues of Laravel 8 to 13 with one prefix, and the data of their Horizon instance.
const LayoutType& laravelLayout();

} // namespace dueline
