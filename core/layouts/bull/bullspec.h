// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// The Bull queues that a layout opens: those of one prefix.
struct BullSpec
{
    QByteArray prefix = "bull"; ///< Bull's own default
    /// True if the user states that queues which BullMQ has also opened belong to Bull.
    bool isStamped = false;

    /// Returns the queue of a key `…:id`; empty if it is not below this prefix. Names of queues may contain `:` below
    /// the default prefix. Below any other prefix, everything before the last `:` is the prefix.
    QueueName queueOfCounter(QByteArrayView key) const;
    /// Returns the layout and the name of a queue that is known only by its `…:id`; nullopt if it is not such a key.
    static std::optional<std::pair<BullSpec, QueueName>> ofCounter(const QByteArray& key);
    /// Returns the text `bull` or `bull:PREFIX`, with `?stamped=yes`, that parseBull() reads back.
    QString text() const;

    bool operator==(const BullSpec&) const = default;
};

/// Parses `bull[:PREFIX][?stamped=yes]`; `%XX` stands for a byte. Errors: Usage, with the reason.
Result<BullSpec> parseBull(const QString& text);

} // namespace dueline
