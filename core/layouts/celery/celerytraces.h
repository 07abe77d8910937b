// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Keys that show the queues of a broker whose bindings were deleted or evicted: lists of messages, and the index of
/// messages that workers hold.
struct CeleryTraces
{
    /// Queue that a key shows.
    struct Found
    {
        QByteArray prefix;
        QueueName queue; ///< empty: the key is the index of messages that workers hold

        bool operator==(const Found&) const = default;
    };

    /// Keys of the queues of a broker with default names, which need no search.
    static std::vector<QByteArray> usualKeys();
    /// Returns whether a key's name may be that of such a key.
    static bool isCandidate(QByteArrayView key) { return isNamed(key) || isGuess(key); }
    /// Returns whether a key is a candidate only because its name is a plain word, as names of queues are: letters and
    /// at most two digits. Other programs may have very many such keys.
    static bool isGuess(QByteArrayView key);
    /// Inspects candidates. A key without messages of Celery gives nullopt. Errors: those of `ask`.
    static Result<std::vector<std::optional<Found>>> look(const AskServer& ask, const std::vector<QByteArray>& keys);
    /// Sends commands together. A reply that exceeds the connection's limit is nil: any program may store long items.
    static Result<std::vector<Reply>> askEach(const AskServer& ask, const std::vector<Command>& commands);
    /// Returns whether these bytes are a message of Celery: an envelope with a task and its id.
    static bool isMessage(const QByteArray& bytes);

private:
    static bool isNamed(QByteArrayView key);
};

} // namespace dueline
