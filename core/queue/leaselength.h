// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

namespace dueline {

/// Shortest lease that a worker can keep. A worker extends a lease after a third of its length, and the request takes
/// time on the network, or the worker's thread may be delayed.
constexpr Millis shortestLease{50};

/// Checks a lease length. Errors: Usage if it is below shortestLease.
Result<> checkLease(Millis leaseFor);

} // namespace dueline
