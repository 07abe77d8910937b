// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"
#include "core/queue/queueinfo.h"

namespace dueline {

/// What a queue is named for.
enum class QueueUse : quint8 {
    Meets, ///< it is there
    Makes, ///< it is made where it is not there
};

/// The queue that a word means.
struct MeantQueue
{
    QueueName name; ///< as LayoutNames writes it
    std::vector<QueueName> others = {}; ///< queues of the same bare name, which are not meant
    QString gap = {}; ///< no such queue was found: why it may be there all the same (DiscoveryState::gap()); else empty
};

/// The queue that a word means in a connection of several layouts. A word that says its layout means that one; a bare
/// word the only queue of that name. None: where one is made, that of the native layout; else what is not there. It
/// asks each layout that may have it once. Where layouts are found, a bare word means the native queue before any
/// other, and where one is made always; keys are looked through only if no layout that is known has it. In a connection
/// of one layout a word may say that layout, too; where `mail@bullmq` is also what a queue itself is called, it is
/// refused. Errors: Usage, where several have it, or may be
/// meant, with each spelled out; those of LayoutSpec::checkQueue and of QueueInspector.
Result<MeantQueue> findQueue(Backend& backend, const LayoutSpec& layout, const QueueName& word, QueueUse use);

/// The same without a server, where that is enough; nullopt: it has to be asked.
Result<std::optional<QueueName>> spelledQueue(const LayoutSpec& layout, const QueueName& word);

/// The one of the listed queues that a word means, for a view that only shows; the word itself where none of them is
/// meant.
QueueName listedQueue(const LayoutSpec& layout, const std::vector<QueueInfo>& queues, const QueueName& word);

} // namespace dueline
