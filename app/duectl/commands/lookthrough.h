// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/jsonwriter.h"
#include "core/queue/backend.h"

#include <QString>

namespace dueline::duectl {

/// Searches the server for queues that no key lists. The first call runs the initial scan to its end; each later call
/// runs one step. Errors: same as QueueDiscovery.
Result<> discover(Backend& backend);

/// Data that is stored only in Dueline's own keys, and is missing if the user lacks permission to read them.
enum class OwnPart {
    None,
    Operations,
    Trash,
    Workers, ///< workers of native queues
};

/// Prints to standard error which queues this user can't read, and whether `part` is missing because the user lacks
/// permission to read Dueline's own keys. Without these messages, an empty result would look like a server without
/// queues. Returns whether everything can be read. Errors: same as QueueInspector::queues().
Result<bool> tellUnread(Backend& backend, OwnPart part);

/// Checks whether this user may read a queue's trash. Errors: Permission.
Result<> checkTrash(Backend& backend, const QueueInfo& queue);

/// Returns sentences that say why queues may be missing (DiscoveryState::gap()) and which layouts weren't opened; empty
/// if no queues are missing.
QString lookedThrough(Backend& backend);

/// Appends an object with lookedThrough()'s text to an open JSON array, unless the text is empty.
void writeLookedThrough(JsonWriter& json, Backend& backend);

} // namespace dueline::duectl
