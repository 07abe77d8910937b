// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/reply.h"

namespace dueline {

/// An entry of a stream.
struct StreamEntry
{
    QByteArray id;
    std::vector<std::pair<QByteArray, QByteArray>> fields;

    /// Reads the reply of XRANGE or XREVRANGE. Entries without fields, which very old servers returned for deleted
    /// ones, are left out.
    static std::vector<StreamEntry> of(const Reply& reply);
};

/// Payload and type of a stream entry, chosen by the fields that the known producers write: Symfony, taskiq, watermill
/// and faststream.
struct StreamMessage
{
    QByteArray payload;
    QByteArray type; ///< type that the producer wrote; empty if it wrote none
    QByteArray field; ///< field of the payload; empty if the payload is all fields, as JSON
    /// Stored form of the payload if it was unpacked; empty otherwise.
    QByteArray stored;

    /// Reads an entry. `field`: name of the field that holds the payload; empty: chosen by the fields.
    static StreamMessage of(const StreamEntry& entry, const QByteArray& field);
    /// Reads a message that a sorted set of delayed messages contains.
    static StreamMessage ofMember(const QByteArray& member);
};

} // namespace dueline
