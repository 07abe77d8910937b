// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/memory/memoryqueue.h"

namespace dueline {

/// Performs one bounded step of a queue's housekeeping: marks tasks that missed their start deadline as failed, drops
/// tasks whose retention period has ended, and deletes expired undo data. Also merges per-minute statistics older than
/// 48 hours into hours, which are kept for 30 days. Returns true if more work remains.
bool sweepStep(MemoryQueue& queue, TimePoint now);

} // namespace dueline
