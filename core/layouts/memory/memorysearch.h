// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/memory/memoryqueue.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Searches one bounded step of a walk over the six sets, each in its order. The cursor names the last place read, not
/// a rank, so that changes meanwhile make it neither skip nor repeat other tasks.
Result<SearchStep> searchStep(const MemoryQueue& queue, const SearchRequest& request, TimePoint now);

} // namespace dueline
