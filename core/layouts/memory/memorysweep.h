// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/memory/memoryqueue.h"

namespace dueline {

/// One bounded step of a queue's housekeeping: fails what may not start any more, drops what is past its retention,
/// forgets what can no longer be undone, and sums minutes older than 48 hours into hours, kept for 30 days. True: there
/// is more to do.
bool sweepStep(MemoryQueue& queue, TimePoint now);

} // namespace dueline
