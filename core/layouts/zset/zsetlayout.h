// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout `zset:KEY?unit=s|ms&lock=lock_%1&lockfor=60s&type=NAME`: a sorted set of ids, scored by time.
const LayoutType& zsetLayout();
/// Returns the layout `cron:KEY`: a sorted set of `COMMAND_<unix s>`, scored by that time.
const LayoutType& cronLayout();

} // namespace dueline
