// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/streams/streamwalk.h"

namespace dueline {

/// Entry counts for one group of a stream.
struct StreamCount
{
    qint64 waiting = 0; ///< entries that were never delivered
    qint64 ghosts = 0; ///< pending entries whose messages no longer exist
    qint64 handled = 0; ///< entries that were delivered and are no longer pending
    bool isPart = false; ///< true if counting isn't finished; the numbers are lower bounds
};

/// Counts entries if XINFO doesn't report an exact number, and caches each count while it is valid. If a count takes
/// too long, the next call continues it.
class StreamCounter
{
public:
    static constexpr int everything = 1'000'000; ///< number of windows that stands for an unlimited budget
    /// Maximum number of windows (see StreamWalk) to count in each refresh of a list of queues. Counting waiting
    /// entries reads two windows at a time. Each window blocks the server for about 0.7 ms.
    static constexpr int perList = 120;
    /// Maximum number of windows to count when listing queues once. They take about 2 s of the server's time, which is
    /// enough for any group of a stream with a million entries.
    static constexpr int perCommand = 1'400;
    static constexpr Millis longestCommand{5'000}; ///< time limit for listing queues once

    StreamCounter(RedisClient& client, StreamWalk& walk)
        : m_client(client)
        , m_walk(walk)
    { }

    /// Sets the time when counting stops; nullopt: no limit.
    void countUntil(std::optional<std::chrono::steady_clock::time_point> until) { m_until = until; }
    /// Discards all counts. Called after a reconnect, possibly to a different server.
    void forget() { m_known.clear(); }
    /// Returns a group's counts. `windows`: maximum number of windows to count; decreased by the number actually
    /// counted. Errors: same as RedisClient::call().
    Result<StreamCount> count(
        const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, bool marksTrims, int& windows);

private:
    /// Number of waiting entries, possibly incomplete. Windows of entries after and before the last delivered entry are
    /// counted alternately; the number is known once either side has been counted completely.
    struct Waiting
    {
        QByteArray lastDelivered;
        std::optional<qint64> removed;
        qint64 added = 0;
        QByteArray upper; ///< start of the next window after the last delivered entry
        QByteArray lower; ///< start of the next window before the last delivered entry
        qint64 waiting = 0;
        qint64 delivered = 0;
        bool isWhole = false;
    };
    /// Number of pending entries whose messages no longer exist, possibly incomplete.
    struct Ghosts
    {
        QByteArray lastDelivered;
        std::optional<qint64> removed;
        qint64 pending = 0;
        QByteArray at = "-";
        qint64 ghosts = 0;
        bool isWhole = false;
    };
    struct Known
    {
        std::optional<Waiting> waiting;
        std::optional<Ghosts> ghosts;
    };

    /// Returns whether another window may be counted.
    bool mayCount(int windows) const
    {
        return windows > 0 && (!m_until || std::chrono::steady_clock::now() < *m_until);
    }
    Result<> countWaiting(
        Waiting& known, const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, int& windows);
    /// Subtracts the entries delivered since the last count from the number of waiting entries. Returns false if there
    /// are too many to count.
    Result<bool> advance(Waiting& known, const QByteArray& key, const StreamGroup& group, int& windows);
    Result<qint64> countAhead(const QByteArray& key, const StreamGroup& group, int& windows);
    Result<> countGhosts(
        Ghosts& known, const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, int& windows);

    RedisClient& m_client;
    StreamWalk& m_walk;
    std::optional<std::chrono::steady_clock::time_point> m_until;
    std::map<std::pair<QByteArray, QByteArray>, Known> m_known;
};

} // namespace dueline
