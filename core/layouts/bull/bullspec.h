// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Parameters of a Bull layout. All of its queues share one key prefix.
struct BullSpec
{
    QByteArray prefix = "bull"; ///< Bull's default prefix
    /// True if the user specified that Bull owns queues opened by both Bull and BullMQ.
    bool isStamped = false;

    /// Returns the queue that a key `…:id` belongs to; empty if the key doesn't start with this prefix. Queue names may
    /// contain `:` only with the default prefix.
    QueueName queueOfCounter(QByteArrayView key) const;
    /// Returns the layout and the queue name that a key `…:id` belongs to; nullopt for other keys.
    static std::optional<std::pair<BullSpec, QueueName>> ofCounter(const QByteArray& key);
    /// Returns `bull` or `bull:PREFIX`, with `?stamped=yes` if set. The inverse of parseBull().
    QString text() const;

    bool operator==(const BullSpec&) const = default;
};

/// Parses `bull[:PREFIX][?stamped=yes]`; `%XX` encodes a byte in hexadecimal. Errors: Usage, with the reason.
Result<BullSpec> parseBull(const QString& text);

} // namespace dueline
