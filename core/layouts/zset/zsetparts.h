// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/handmade/handmadebackend.h"

namespace dueline {

/// The designs that keep their tasks in a sorted set by time: cron, lock and poll.
HandmadeParts zsetParts(const HandmadeSpec& spec);

} // namespace dueline
