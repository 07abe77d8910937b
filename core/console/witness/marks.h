// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

/// Note on the timeline, for example about a deployment.
struct Mark
{
    QByteArray id; ///< id of the stream entry
    TimePoint at{};
    QByteArray text;
};

constexpr qsizetype longestMark = 500; ///< maximum length of a mark's text in bytes

/// Returns the name of the stream of marks, `dueline:marks`. Any program may add entries with a `text` field.
QByteArray markStream(const QByteArray& prefix);

/// Adds a mark to the stream, which keeps about the last 1,000 marks. Writing a mark again after a lost reply does not
/// duplicate it. Returns the mark's time on the server's clock. Errors: those of RedisClient.
Result<TimePoint> writeMark(RedisClient& client, const QByteArray& prefix, const QByteArray& text);

/// Returns the command to read the marks after this id.
Command marksCommand(const QByteArray& prefix, const QByteArray& after);
/// Returns the marks in a reply to marksCommand(). Entries without text are skipped.
std::vector<Mark> marksOf(const Reply& reply);

} // namespace dueline
