// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/memory/memoryqueue.h"

namespace dueline {

/// Runs one bounded step of a queue's housekeeping. It fails tasks past their start deadline, drops tasks past their
/// retention, and deletes expired undo data. It also merges minutes older than 48 hours into hours, which are kept for
/// 30 days. Returns true if more work remains.
bool sweepStep(MemoryQueue& queue, TimePoint now);

} // namespace dueline
