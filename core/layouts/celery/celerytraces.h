// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Detects queues whose bindings were deleted or evicted, by their other keys: message lists, and the index of messages
/// held by workers.
struct CeleryTraces
{
    /// Maximum size in bytes of a message to parse when detecting a queue. Parsing takes several times as much memory.
    static constexpr qsizetype longestTrace = 8 * 1024 * 1024;

    /// Queue identified by a key.
    struct Found
    {
        QByteArray prefix;
        QueueName queue; ///< queue name; empty if the key is the index of messages held by workers
        /// Inspection result; unless it is Queue, `queue` contains the key itself.
        PlacedQueue::Sight sight = PlacedQueue::Sight::Queue;

        bool operator==(const Found&) const = default;
    };

    /// Returns the keys of queues with default names, which can be found without scanning.
    static std::vector<QByteArray> usualKeys();
    /// Returns whether a key's name suggests a list of messages, or the index of messages held by workers.
    static bool isCandidate(QByteArrayView key) { return isNamed(key) || isGuess(key); }
    /// Returns whether a key is a candidate only because it could be a queue's name: a plain word, or a name for which
    /// isSampled() is true. Other programs may have many such keys.
    static bool isGuess(QByteArrayView key) { return isWord(key) || isSampled(key); }
    /// Returns whether a key could be a queue's name even though it contains a colon or more than two digits. Such keys
    /// are inspected only as part of a family of similar keys.
    static bool isSampled(QByteArrayView key);
    /// Returns whether a command may be sent: false if an earlier reply to it was too long.
    using MayRead = std::function<bool(const Command& command)>;
    /// Inspects candidate keys. The result is nullopt for a key that isn't a list of items. Errors: same as `ask`.
    static Result<std::vector<std::optional<Found>>> look(
        const AskServer& ask, const std::vector<QByteArray>& keys, const MayRead& mayRead = {});
    /// Passes one item from each list to `meet`: normally the next one to be processed, or the last one pushed if that
    /// is too long; null if both are too long. Errors: same as `ask`.
    static Result<> readEnds(const AskServer& ask, const std::vector<QByteArray>& lists, const MayRead& mayRead,
        const std::function<void(std::size_t at, const Reply* item)>& meet);
    /// Sends commands in batches, and calls `meet` with each command's index and reply. Skips replies that are too long
    /// to be messages or exceed the connection's limit: other programs may store long items.
    static Result<> askEach(const AskServer& ask, const std::vector<Command>& commands,
        const std::function<void(std::size_t at, const Reply& reply)>& meet);
    /// Returns whether this is a Celery message: an envelope with a task and its id.
    static bool isMessage(const QByteArray& bytes);

private:
    static bool isNamed(QByteArrayView key);
    static bool isWord(QByteArrayView key);
};

} // namespace dueline
