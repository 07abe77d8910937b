// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Assumption about the queue that a name refers to.
enum class QueueUse : quint8 {
    Existing, ///< the queue must already exist
    MayCreate, ///< the queue is created if it doesn't exist
    MayFill, ///< like MayCreate, but refuses a name without a layout if only other layouts have a queue with that name
};

struct ResolvedQueue
{
    QueueName name; ///< full name, in the form defined by LayoutNames
    std::vector<QueueName> others = {}; ///< queues with the same name in other layouts
    /// Reason why a queue that wasn't found might exist after all (DiscoveryState::gap()); empty if there is none.
    QString gap = {};
};

/// Resolves a word to a queue. A word with a layout resolves to that layout. A word without one resolves to the only
/// queue with that name. If there is none, it resolves to a native queue if the queue may be created, otherwise to a
/// queue that doesn't exist. Each layout that may have the queue is queried once.
///
/// If layouts are discovered, the native queue takes precedence over other queues with the same name. If the queue may
/// be created, the word resolves to the native layout, unless several other queues have the name. Keys are only scanned
/// if no known layout has the queue. If the connection has only one layout, a word may also name that layout; a word
/// like `mail@bullmq` is refused if a queue has this full name. Errors: Usage if several queues match or may match (the
/// message lists their full names), if MayFill would create a queue with a name that already exists in another layout
/// (MayCreate: in several layouts), or if the queue's layout isn't open and the queue would be created; otherwise same
/// as LayoutSpec::checkQueue() and QueueInspector.
Result<ResolvedQueue> findQueue(Backend& backend, const LayoutSpec& layout, const QueueName& word, QueueUse use);

/// Resolves a word without contacting the server; nullopt if that isn't possible.
Result<std::optional<QueueName>> spelledQueue(const LayoutSpec& layout, const QueueName& word);

/// Returns whether a word ends in the suffix of a known layout that isn't open, such as `mail@bullmq` on a native
/// connection. findQueue() refuses to create queues with such names.
bool namesUnopenedLayout(const LayoutSpec& layout, const QueueName& word);

/// Checks whether a queue may be created, without contacting the server. `listed`: the known queues. Errors: same as
/// findQueue() with MayFill, that is, the queue's layout isn't open, or the name has no layout and only other layouts
/// have a queue with that name.
Result<> checkNewQueue(const LayoutSpec& layout, const std::vector<QueueName>& listed, const QueueName& word);

/// Looks up a word in a list of queues, for a read-only view. Returns the word itself if no queue matches.
QueueName listedQueue(const LayoutSpec& layout, const std::vector<QueueInfo>& queues, const QueueName& word);

} // namespace dueline
