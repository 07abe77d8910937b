// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Parameters of a Bull layout: its queues have one key prefix.
struct BullSpec
{
    QByteArray prefix = "bull"; ///< Bull's own default
    /// True if the user specified that queues opened by both frameworks belong to Bull.
    bool isStamped = false;

    /// Returns the queue that has a key `…:id`; empty if the key is not below this prefix. Below the default prefix,
    /// queue names may contain `:`. Below any other prefix, everything before the last `:` is the prefix.
    QueueName queueOfCounter(QByteArrayView key) const;
    /// Returns the layout and name of the queue that has a key `…:id`; nullopt for other keys.
    static std::optional<std::pair<BullSpec, QueueName>> ofCounter(const QByteArray& key);
    /// Returns `bull` or `bull:PREFIX`, with `?stamped=yes` if set. The inverse of parseBull().
    QString text() const;

    bool operator==(const BullSpec&) const = default;
};

/// Parses `bull[:PREFIX][?stamped=yes]`; `%XX` stands for a byte in hexadecimal. Errors: Usage, with the reason.
Result<BullSpec> parseBull(const QString& text);

} // namespace dueline
