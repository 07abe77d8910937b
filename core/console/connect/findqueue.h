// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// Purpose for which a queue name is resolved.
enum class QueueUse : quint8 {
    Existing, ///< the queue exists
    MayCreate, ///< the queue may be created
    MayFill, ///< like MayCreate, but refuses a bare name that belongs only to queues in other layouts
};

/// Queue to which a word was resolved.
struct ResolvedQueue
{
    QueueName name; ///< name in the form of LayoutNames
    std::vector<QueueName> others = {}; ///< other queues with the same bare name
    /// Reason why a queue may exist although it was not found (DiscoveryState::gap()); otherwise empty.
    QString gap = {};
};

/// Resolves a word to a queue of a connection with several layouts. A word with a layout resolves to that layout. A
/// bare word resolves to the only queue with that name. If no queue has that name and a queue may be created, the word
/// resolves to the native layout; otherwise it resolves to a queue that does not exist. Each candidate layout is
/// queried once.
///
/// If layouts are discovered, a bare word prefers the native queue. If a queue may be created, it resolves to the
/// native layout, unless several other queues have the name. Keys are scanned only if no known layout has the queue. If
/// the connection has only one layout, a word may also name that layout. A word like `mail@bullmq` is refused if it is
/// also the full name of a queue. Errors: Usage if several queues match or may match (the error lists their full
/// names), if MayFill would create a queue with a name that already exists in another layout (MayCreate: in several
/// layouts), or if a queue of a layout that is not open would be created; also those of LayoutSpec::checkQueue and
/// QueueInspector.
Result<ResolvedQueue> findQueue(Backend& backend, const LayoutSpec& layout, const QueueName& word, QueueUse use);

/// Resolves a word without querying the server; nullopt if the server is needed.
Result<std::optional<QueueName>> spelledQueue(const LayoutSpec& layout, const QueueName& word);

/// Returns whether a word has the suffix of a known layout that the connection does not open, such as `mail@bullmq` on
/// a native connection. findQueue() refuses to create such a queue.
bool namesUnopenedLayout(const LayoutSpec& layout, const QueueName& word);

/// Checks, without querying the server, whether a queue may be created. Errors: those of findQueue() with MayFill: the
/// queue's layout is not open, or the bare name belongs only to listed queues of other layouts.
Result<> checkNewQueue(const LayoutSpec& layout, const std::vector<QueueName>& listed, const QueueName& word);

/// Resolves a word to a queue in a list, for a read-only view. Returns the word itself if no queue matches.
QueueName listedQueue(const LayoutSpec& layout, const std::vector<QueueInfo>& queues, const QueueName& word);

} // namespace dueline
