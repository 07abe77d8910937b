// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

namespace dueline {

/// Shortest lease that a worker can keep. A worker extends a lease after a third of its length, which must leave time
/// for the network and for thread delays.
constexpr Millis shortestLease{50};

/// Checks a lease length. Errors: Usage if it is below shortestLease.
Result<> checkLease(Millis leaseFor);

} // namespace dueline
