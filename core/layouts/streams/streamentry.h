// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/reply.h"

namespace dueline {

/// Stream entry, as returned by XRANGE.
struct StreamEntry
{
    QByteArray id;
    std::vector<std::pair<QByteArray, QByteArray>> fields;

    /// Parses a reply to XRANGE or XREVRANGE. Skips entries without fields, which very old servers return for deleted
    /// entries.
    static std::vector<StreamEntry> of(const Reply& reply);
};

/// Payload and type of a stream entry. Recognizes the fields written by Symfony, taskiq, watermill and faststream.
struct StreamMessage
{
    QByteArray payload;
    QByteArray type; ///< type set by the producer; empty if there is none
    QByteArray field; ///< field with the payload; if empty, the payload is a JSON object of all fields
    /// Payload as stored, if it was converted; otherwise empty.
    QByteArray stored;

    /// Parses an entry. `field`: name of the payload field; if empty, common names are recognized.
    static StreamMessage of(const StreamEntry& entry, const QByteArray& field);
    /// Parses a member of a sorted set of delayed messages.
    static StreamMessage ofMember(const QByteArray& member);
};

} // namespace dueline
