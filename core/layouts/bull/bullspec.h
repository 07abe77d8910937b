// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Which Bull queues a layout opens: those of one prefix.
struct BullSpec
{
    QByteArray prefix = "bull"; ///< Bull's own default
    /// Somebody says that queues which BullMQ has opened, too, are Bull's all the same.
    bool isStamped = false;

    /// Whose `…:id` a key is; empty: it is none of this prefix. Names of queues may hold `:` below the default prefix;
    /// below any other what stands before the last one is the prefix.
    QueueName queueOfCounter(QByteArrayView key) const;
    /// The layout to which a queue belongs that is known by its `…:id` alone, and its name there; nullopt: it is none.
    static std::optional<std::pair<BullSpec, QueueName>> ofCounter(const QByteArray& key);
    /// How it is written: `bull`, `bull:PREFIX`, with `?stamped=yes`. parseBull() reads it back.
    QString text() const;

    bool operator==(const BullSpec&) const = default;
};

/// Reads `bull[:PREFIX][?stamped=yes]`; `%XX` stands for a byte. Errors: Usage, saying what is wrong.
Result<BullSpec> parseBull(const QString& text);

} // namespace dueline
