// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <mutex>

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

/// Reader of the latest marks, with its own connection for each call. It sends only XRANGE, and after the first call
/// reads only new marks. Calls may come from different threads.
class MarkReader
{
public:
    /// maximum number of marks; older marks are dropped
    static constexpr std::size_t mostMarks = 200;
    static constexpr Millis oldestMark{30 * dayMs};

    MarkReader(const RedisConfig& redis, QByteArray prefix);

    /// Reads the new marks and returns all known ones, oldest first. `now`: time on the server's clock. If the user is
    /// not allowed to read the marks, returns none. Errors: those of RedisClient.
    Result<std::vector<Mark>> read(TimePoint now);

private:
    Result<> readNew();

    std::mutex m_mutex; ///< held while reading
    RedisConfig m_redis;
    QByteArray m_prefix;
    QByteArray m_after; ///< id of the last entry that was read; empty: nothing was read
    std::vector<Mark> m_marks;
    bool m_isRefused = false; ///< true if the user is not allowed to read the marks
};

} // namespace dueline
