// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Keys that show the queues of a broker whose bindings were deleted or evicted: lists of messages, and the index of
/// messages that workers hold.
struct CeleryTraces
{
    /// Bytes of a message that is read as a trace: parsing needs several times its memory.
    static constexpr qsizetype longestTrace = 8 * 1024 * 1024;

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
    /// Sends commands in batches and passes each reply to `meet` with the command's index. Skips replies that are too
    /// long to be read as a message or exceed the connection's limit: any program may store long items.
    static Result<> askEach(const AskServer& ask, const std::vector<Command>& commands,
        const std::function<void(std::size_t at, const Reply& reply)>& meet);
    /// Returns whether these bytes are a message of Celery: an envelope with a task and its id.
    static bool isMessage(const QByteArray& bytes);

private:
    static bool isNamed(QByteArrayView key);
};

} // namespace dueline
