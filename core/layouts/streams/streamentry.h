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

    /// Reads the reply of XRANGE or XREVRANGE. Entries without fields, which very old servers returned for deleted
    /// entries, are omitted.
    static std::vector<StreamEntry> of(const Reply& reply);
};

/// Payload and type of a stream entry, recognized by the fields written by known producers: Symfony, taskiq, watermill
/// and faststream.
struct StreamMessage
{
    QByteArray payload;
    QByteArray type; ///< type written by the producer; empty if there is none
    QByteArray field; ///< field that contains the payload; empty if the payload consists of all fields, as JSON
    /// Stored form of the payload if it was unpacked; otherwise empty.
    QByteArray stored;

    /// Reads an entry. `field`: name of the field that contains the payload; empty: recognized by the fields.
    static StreamMessage of(const StreamEntry& entry, const QByteArray& field);
    /// Reads a message from a sorted set of delayed messages.
    static StreamMessage ofMember(const QByteArray& member);
};

} // namespace dueline
