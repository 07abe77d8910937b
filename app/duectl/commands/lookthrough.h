// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/jsonwriter.h"
#include "core/queue/backend.h"

#include <QString>

namespace dueline::duectl {

/// Searches the server for queues whose names no key lists. The first call runs the initial scan to its end; each later
/// call runs one step. Errors: those of QueueDiscovery.
Result<> discover(Backend& backend);

/// Data that is stored only in Dueline's own keys, and is therefore missing if the user is not allowed to read these
/// keys.
enum class OwnPart {
    None,
    Operations,
    Trash,
    Workers, ///< workers of native queues
};

/// Prints to standard error which queues this user cannot read, and whether `part` is missing because this user is not
/// allowed to read Dueline's own keys. Without these messages, an empty result would look like a server without queues.
/// Returns whether everything can be read. Errors: those of QueueInspector::queues().
Result<bool> tellUnread(Backend& backend, OwnPart part);

/// Checks whether this user is allowed to read the trash of a queue. Errors: Permission.
Result<> checkTrash(Backend& backend, const QueueInfo& queue);

/// Returns sentences that say why queues may be missing (DiscoveryState::gap()) and which layouts were not opened;
/// empty if no queues are missing.
QString lookedThrough(Backend& backend);

/// Appends an object with the text of lookedThrough() to an open JSON array, unless that text is empty.
void writeLookedThrough(JsonWriter& json, Backend& backend);

} // namespace dueline::duectl
