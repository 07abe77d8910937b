// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/reply.h"

namespace dueline {

/// Entry of a stream.
struct StreamEntry
{
    QByteArray id;
    std::vector<std::pair<QByteArray, QByteArray>> fields;

    /// Parses a reply to XRANGE or XREVRANGE. Skips entries without fields, which very old servers returned for deleted
    /// entries.
    static std::vector<StreamEntry> of(const Reply& reply);
};

/// Payload and type of a stream entry. Recognizes the fields that Symfony, taskiq, watermill and faststream write.
struct StreamMessage
{
    QByteArray payload;
    QByteArray type; ///< type set by the producer; empty if there is none
    QByteArray field; ///< field that contains the payload; if empty, the payload is a JSON object with all fields
    /// Stored form of the payload if it was converted; otherwise empty.
    QByteArray stored;

    /// Parses an entry. `field`: name of the field that contains the payload; if empty, the field is recognized by its
    /// name.
    static StreamMessage of(const StreamEntry& entry, const QByteArray& field);
    /// Parses a message from a sorted set of delayed messages.
    static StreamMessage ofMember(const QByteArray& member);
};

} // namespace dueline
