// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/jsonwriter.h"
#include "core/queue/backend.h"

#include <QString>

namespace dueline::duectl {

/// Searches for queues whose names are not listed in any key. The first call completes the initial scan, and each later
/// call runs one step. Errors: those of QueueDiscovery.
Result<> discover(Backend& backend);

/// Data that is stored only in Dueline's own keys, and may therefore be missing from an answer.
enum class OwnPart {
    None,
    Operations,
    Trash,
    Workers, ///< workers of native queues
};

/// Prints to standard error which queues this user cannot read, and also `part` if this user is not allowed to read
/// Dueline's own keys. Without these messages, an empty answer could be mistaken for a server without queues. Returns
/// whether everything can be read. Errors: those of QueueInspector::queues().
Result<bool> tellUnread(Backend& backend, OwnPart part);

/// Checks whether this user is allowed to read the trash of a queue. Errors: Permission.
Result<> checkTrash(Backend& backend, const QueueInfo& queue);

/// Returns sentences that explain why queues may be missing (DiscoveryState::gap()) and name the layouts that were not
/// opened; empty if no queues are missing.
QString lookedThrough(Backend& backend);

/// Appends an object with the sentences from lookedThrough() to an open JSON array. Appends nothing if no queues are
/// missing.
void writeLookedThrough(JsonWriter& json, Backend& backend);

} // namespace dueline::duectl
