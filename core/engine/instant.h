// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace dueline {

/// This process's monotonic clock: what the engine waits by. Never compared with the server's.
using Instant = std::chrono::steady_clock::time_point;

inline Instant monotonicNow() { return std::chrono::steady_clock::now(); }

} // namespace dueline
