// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/streams/streamwalk.h"

namespace dueline {

/// Counts of one group of a stream.
struct StreamCount
{
    qint64 waiting = 0; ///< entries that were never delivered
    qint64 ghosts = 0; ///< pending entries whose messages no longer exist
    qint64 handled = 0; ///< entries that were delivered and are no longer pending
    bool isPart = false; ///< the counts are lower bounds: the walk has not reached the end yet
};

/// Counts what XINFO does not report exactly, and keeps the counts while they are right. A count that takes long
/// continues with the next call.
class StreamCounter
{
public:
    static constexpr int everything = 1'000'000; ///< budget without a limit, in windows
    /// Windows that one list of queues may count, about 0.7 ms of the server each.
    static constexpr int perList = 120;

    StreamCounter(RedisClient& client, StreamWalk& walk)
        : m_client(client)
        , m_walk(walk)
    { }

    /// Discards all counts, because the connection may now lead to another server.
    void forget() { m_known.clear(); }
    /// Returns the counts of a group. `windows`: how many windows may be counted; the ones used are subtracted. Errors:
    /// as RedisClient::call().
    Result<StreamCount> count(
        const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, bool marksTrims, int& windows);

private:
    /// A count of waiting entries, perhaps not complete. It walks up from the first entry and from the last delivered
    /// one in turns, since either end gives the count.
    struct Waiting
    {
        QByteArray lastDelivered;
        std::optional<qint64> removed;
        qint64 added = 0;
        QByteArray upper; ///< start of the next window above the last delivered entry
        QByteArray lower; ///< start of the next window below it
        qint64 waiting = 0;
        qint64 delivered = 0;
        bool isWhole = false;
    };
    /// A count of ghosts, perhaps not complete.
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

    Result<> countWaiting(
        Waiting& known, const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, int& windows);
    /// Subtracts the entries that were delivered since the last count. Returns false if they are too many.
    Result<bool> advance(Waiting& known, const QByteArray& key, const StreamGroup& group, int& windows);
    Result<qint64> countAhead(const QByteArray& key, const StreamGroup& group, int& windows);
    Result<> countGhosts(
        Ghosts& known, const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, int& windows);

    RedisClient& m_client;
    StreamWalk& m_walk;
    std::map<std::pair<QByteArray, QByteArray>, Known> m_known;
};

} // namespace dueline
