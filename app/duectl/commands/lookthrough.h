// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/jsonwriter.h"
#include "core/queue/backend.h"

#include <QString>

namespace dueline::duectl {

/// Searches for queues that no key lists: the first time as far as the look on opening goes, then a step further.
/// Errors: those of QueueDiscovery.
Result<> discover(Backend& backend);

/// Returns a sentence that says why queues may be missing; empty if none is (DiscoveryState::gap()).
QString lookedThrough(Backend& backend);

/// Adds to an open array of JSON the object that says the same; nothing if no queue is missing.
void writeLookedThrough(JsonWriter& json, Backend& backend);

} // namespace dueline::duectl
