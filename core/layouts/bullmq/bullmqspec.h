// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <optional>

namespace dueline {

/// Parameters of a BullMQ layout. All of its queues share one key prefix.
struct BullmqSpec
{
    QByteArray prefix = "bull"; ///< BullMQ's default prefix
    /// Major version of the workers, as specified by the user: `5`, `6`, or empty. It stands in for a missing version
    /// key, and means that queues opened by both Bull and BullMQ belong to BullMQ.
    QByteArray major;

    /// Returns `PREFIX:QUEUE:`, the prefix of a queue's keys.
    QByteArray base(const QueueName& queue) const { return prefix + ':' + queue + ':'; }
    /// Returns the queue that a key `…:meta` belongs to; empty if the key doesn't start with this prefix. Prefixes may
    /// contain `:`, but queue names may not.
    QueueName queueOfMeta(QByteArrayView key) const;
    /// Returns whether the layout has BullMQ's default prefix. If so, a key's name is sufficient evidence of a BullMQ
    /// queue.
    bool isUsual() const { return prefix == BullmqSpec().prefix; }
    /// Returns the prefix of a queue's keys, given a key that only BullMQ creates: `bull:mail:` for `bull:mail:events`;
    /// nullopt for other keys.
    static std::optional<QByteArray> baseOfOwnKey(QByteArrayView key);
    /// Returns the text for `--layout`: `bullmq`, `bullmq:PREFIX` or `bullmq:PREFIX?major=6`. The inverse of
    /// parseBullmq().
    QString text() const;

    bool operator==(const BullmqSpec&) const = default;
};

/// Parses `bullmq[:PREFIX][?major=5|6]`; `%XX` encodes a byte in hexadecimal. Errors: Usage, with the reason.
Result<BullmqSpec> parseBullmq(const QString& text);

} // namespace dueline
