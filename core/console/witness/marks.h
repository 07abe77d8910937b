// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <mutex>

namespace dueline {

/// User's note on the timeline, for example about a deployment.
struct Mark
{
    QByteArray id; ///< stream entry's id
    TimePoint at{};
    QByteArray text;
};

constexpr qsizetype longestMark = 500; ///< maximum size of a mark's text in bytes

/// Returns the stream that holds the marks, `dueline:marks`. Any program may add entries with a field `text`.
QByteArray markStream(const QByteArray& prefix);

/// Adds a mark to the stream, which is trimmed to about 1,000 marks. Only adds the mark once, even if the reply is lost
/// and the command is repeated. Returns the mark's server time. Errors: same as RedisClient.
Result<TimePoint> writeMark(RedisClient& client, const QByteArray& prefix, const QByteArray& text);

/// Returns the command that reads the marks after an id.
Command marksCommand(const QByteArray& prefix, const QByteArray& after);
/// Returns the marks in a reply to marksCommand(). Skips entries without text.
std::vector<Mark> marksOf(const Reply& reply);

/// Reader of the latest marks. Each call opens a connection and reads only new marks, with XRANGE. Calls may come from
/// different threads.
class MarkReader
{
public:
    /// Maximum number of marks to keep.
    static constexpr std::size_t mostMarks = 200;
    static constexpr Millis oldestMark{30 * dayMs};

    MarkReader(const RedisConfig& redis, QByteArray prefix);

    /// Reads the new marks and returns all marks, oldest first. Returns none if the user may not read the marks. `now`:
    /// server time. Errors: same as RedisClient.
    Result<std::vector<Mark>> read(TimePoint now);

private:
    Result<> readNew();

    std::mutex m_mutex; ///< held during each call
    RedisConfig m_redis;
    QByteArray m_prefix;
    QByteArray m_after; ///< id of the last entry read; empty before the first call
    std::vector<Mark> m_marks;
    bool m_isRefused = false; ///< true if the user may not read the marks
};

} // namespace dueline
