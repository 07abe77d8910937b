// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Detects queues whose bindings were deleted or evicted, based on their other keys: lists of messages, and the index
/// of messages held by workers.
struct CeleryTraces
{
    /// Maximum size in bytes of a message that is parsed to detect a queue. Parsing needs several times as much memory.
    static constexpr qsizetype longestTrace = 8 * 1024 * 1024;

    /// Queue to which a key belongs.
    struct Found
    {
        QByteArray prefix;
        QueueName queue; ///< queue; empty if the key is the index of messages held by workers
        /// Result of the inspection; unless it is Queue, `queue` contains the key itself.
        PlacedQueue::Sight sight = PlacedQueue::Sight::Queue;

        bool operator==(const Found&) const = default;
    };

    /// Returns the keys of queues with default names, which can be found without a scan.
    static std::vector<QByteArray> usualKeys();
    /// Returns whether the name of a key suggests that the key is a list of messages, or the index of messages held by
    /// workers.
    static bool isCandidate(QByteArrayView key) { return isNamed(key) || isGuess(key); }
    /// Returns whether a key is a candidate only because its name could be the name of a queue: a plain word, or a name
    /// for which isSampled() is true. Other programs may have many such keys.
    static bool isGuess(QByteArrayView key) { return isWord(key) || isSampled(key); }
    /// Returns whether a key could be the name of a queue although it contains a colon or more than
    /// two digits. Such a key is inspected only as part of a family of similar keys.
    static bool isSampled(QByteArrayView key);
    /// Function that returns whether a command may be sent. Returns false if a previous reply to the command was too
    /// long.
    using MayRead = std::function<bool(const Command& command)>;
    /// Inspects candidate keys. The result is nullopt for a key that is not a list of items. Errors: those of `ask`.
    static Result<std::vector<std::optional<Found>>> look(
        const AskServer& ask, const std::vector<QByteArray>& keys, const MayRead& mayRead = {});
    /// Passes one item of each list to `meet`: normally the item that is processed next; if this item is too long, the
    /// item that was pushed last; null if both are too long. Errors: those of `ask`.
    static Result<> readEnds(const AskServer& ask, const std::vector<QByteArray>& lists, const MayRead& mayRead,
        const std::function<void(std::size_t at, const Reply* item)>& meet);
    /// Sends commands in batches, and passes the index of each command with its reply to `meet`. Skips replies that are
    /// too long to be messages or that exceed the connection's limit. Such replies can occur because other programs may
    /// store long items.
    static Result<> askEach(const AskServer& ask, const std::vector<Command>& commands,
        const std::function<void(std::size_t at, const Reply& reply)>& meet);
    /// Returns whether this is a Celery message: an envelope with a task and its id.
    static bool isMessage(const QByteArray& bytes);

private:
    static bool isNamed(QByteArrayView key);
    static bool isWord(QByteArrayView key);
};

} // namespace dueline
