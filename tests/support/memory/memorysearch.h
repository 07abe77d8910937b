// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"
#include "tests/support/memory/memoryqueue.h"

namespace dueline {

/// Performs one bounded step of a search through the six sets, each in its own order. The cursor contains the last
/// task's time and id rather than a rank, so that no unchanged task is skipped or repeated if other tasks change
/// between steps.
Result<SearchStep> searchStep(const MemoryQueue& queue, const SearchRequest& request, TimePoint now);

} // namespace dueline
