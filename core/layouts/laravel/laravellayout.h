// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the `laravel` layout: the Laravel 8 to 13 queues with one prefix, and their Horizon instance's data.
const LayoutType& laravelLayout();

} // namespace dueline
