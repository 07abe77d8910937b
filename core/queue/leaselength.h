// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

namespace dueline {

/// The shortest lease that a worker can keep: it is extended a third of it in, over a network, by a thread that may be
/// late.
constexpr Millis shortestLease{50};

/// Errors: Usage, when it is shorter than a worker can keep.
Result<> checkLease(Millis leaseFor);

} // namespace dueline
