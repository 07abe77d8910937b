// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <optional>

namespace dueline {

/// Parameters of a BullMQ layout: its queues have one key prefix.
struct BullmqSpec
{
    QByteArray prefix = "bull"; ///< BullMQ's own default
    /// Major version of the workers, as specified by the user: `5`, `6`, or empty. It replaces a missing version key,
    /// and means that queues opened by both frameworks belong to BullMQ.
    QByteArray major;

    /// Returns `PREFIX:QUEUE:`, the common prefix of a queue's keys.
    QByteArray base(const QueueName& queue) const { return prefix + ':' + queue + ':'; }
    /// Returns the queue that has a key `…:meta`; empty if the key is not below this prefix. Queue names contain no
    /// `:`, but prefixes may.
    QueueName queueOfMeta(QByteArrayView key) const;
    /// Returns whether a queue is below BullMQ's default prefix, so that its name is sufficient evidence.
    bool isUsual() const { return prefix == BullmqSpec().prefix; }
    /// Returns the common prefix of a queue's keys, given a key that only BullMQ creates: `bull:mail:` for
    /// `bull:mail:events`. nullopt if the key's name has a different form.
    static std::optional<QByteArray> baseOfOwnKey(QByteArrayView key);
    /// Returns the text for `--layout`: `bullmq`, `bullmq:PREFIX` or `bullmq:PREFIX?major=6`. The inverse of
    /// parseBullmq().
    QString text() const;

    bool operator==(const BullmqSpec&) const = default;
};

/// Parses `bullmq[:PREFIX][?major=5|6]`; `%XX` stands for a byte in hexadecimal. Errors: Usage, with the reason.
Result<BullmqSpec> parseBullmq(const QString& text);

} // namespace dueline
