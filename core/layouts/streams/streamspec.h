// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/queue/task.h"

#include <optional>

namespace dueline {

/// Parameters of a stream layout. The layout covers either all of a server's streams, or one stream with its companions
/// (dead letters and delayed messages).
struct StreamSpec
{
    static constexpr Millis usualIdle{10 * minuteMs};

    QByteArray key; ///< key of the stream; if empty, the layout covers all streams with consumer groups
    std::optional<QByteArray> group; ///< the only group to show; nullopt: all groups
    QByteArray dead; ///< stream for dead letters; empty if there is none
    QByteArray delayed; ///< sorted set for delayed messages, scored in ms since the Unix epoch; empty if there is none
    Millis idle = usualIdle; ///< idle time after which a consumer counts as quiet
    QByteArray payload; ///< field that contains the payload; if empty, common names are recognized

    /// Returns the text for `--layout`; the inverse of parseStream().
    QString text() const;

    bool operator==(const StreamSpec&) const = default;
};

/// Parses `stream` or `stream:KEY[?group=G][&dead=KEY2][&delayed=KEY3][&idle=10m][&payload=FIELD]`; `%XX` is a
/// hexadecimal byte. Errors: Usage, with the reason.
Result<StreamSpec> parseStream(const QString& text);

/// Queue name made up of the names of a stream and one of its groups, such as `orders/billing`. Slashes and percent
/// signs in either name are encoded as %2F and %25. A queue name without a slash refers to the stream's only group.
struct StreamQueueName
{
    QByteArray key;
    std::optional<QByteArray> group;

    static StreamQueueName of(const QueueName& name);
    QueueName text() const;

    bool operator==(const StreamQueueName&) const = default;
};

} // namespace dueline
