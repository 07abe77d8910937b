// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Which BullMQ queues a layout opens: those of one prefix.
struct BullmqSpec
{
    QByteArray prefix = "bull"; ///< BullMQ's own default
    /// Major version of the workers, as the user states it: `5`, `6`, or empty. It stands for a missing stamp, and says
    /// that queues which Bull has opened, too, are BullMQ's.
    QByteArray major;

    /// `PREFIX:QUEUE:`, what all keys of a queue begin with.
    QByteArray base(const QueueName& queue) const { return prefix + ':' + queue + ':'; }
    /// Whose `…:meta` a key is; empty: it is none of this prefix. Names of queues hold no `:`, prefixes may.
    QueueName queueOfMeta(QByteArrayView key) const;
    /// Returns the text for --layout: `bullmq`, `bullmq:PREFIX`, `bullmq:PREFIX?major=6`. parseBullmq() reads it back.
    QString text() const;

    bool operator==(const BullmqSpec&) const = default;
};

/// Reads `bullmq[:PREFIX][?major=5|6]`; `%XX` stands for a byte. Errors: Usage, saying what is wrong.
Result<BullmqSpec> parseBullmq(const QString& text);

} // namespace dueline
