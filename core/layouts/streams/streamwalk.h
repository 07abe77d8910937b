// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/streams/streamentry.h"
#include "core/layouts/streams/streamfacts.h"

#include <chrono>
#include <functional>
#include <map>

namespace dueline {

/// Entries of a stream that form one list of tasks, in list order.
struct StreamRange
{
    QByteArray key;
    QByteArray from = "-"; ///< start of the list, in the format of XRANGE or XREVRANGE
    QByteArray to = "+"; ///< end of the list, in the same format
    bool isNewestFirst = false;
    std::optional<QByteArray> without = {}; ///< group whose pending entries are omitted

    QByteArray command() const { return isNewestFirst ? "XREVRANGE" : "XRANGE"; }
    QByteArray cacheKey() const;
};

/// Entries counted by one call.
struct StreamWindow
{
    qint64 entries = 0; ///< number of entries in the stream
    qint64 counted = 0; ///< number of entries in the range
    QByteArray last; ///< id of the last entry; empty if there were no entries
    std::vector<QByteArray> marks; ///< ids of every hundredth counted entry
    bool isEnd = false; ///< true if the range contains no further entries
};

/// Reads and counts stream entries. Because streams have no ranks, it counts windows of a few hundred entries, each in
/// less than a millisecond, and stores the id of every hundredth entry. Read-only. It uses read-only scripts, which
/// return counts instead of payloads. For users who may not run scripts, it reads the entries themselves.
class StreamWalk
{
public:
    static constexpr qint64 perMark = 100; ///< number of entries between two marks
    static constexpr qint64 perWindow = 400; ///< number of entries counted by one script call
    /// number of entries in the first reply, when their sizes are still unknown
    static constexpr qint64 firstRead = 50;
    static constexpr qint64 mostRead = 200; ///< maximum number of entries in one reply
    /// Maximum size of a reply in bytes; at least one entry is always read.
    static constexpr qint64 bytesPerRead = 2 * 1024 * 1024;

    explicit StreamWalk(RedisClient& client)
        : m_client(client)
    { }

    /// Discards all marks, because the connection may now lead to a different server.
    void forget();

    /// Passes entries to `visit`, a few at a time, by position in a range. `version` identifies the state of the
    /// stream; marks for a different version are used only for a short time. Errors of all functions: those of
    /// RedisClient::call().
    Result<> page(const StreamRange& range, const QByteArray& version, qint64 offset, qint64 limit,
        const std::function<void(const StreamEntry&)>& visit);
    /// Returns how many entries one reply may contain, judging by the sizes of those read last.
    qint64 entriesPerRead() const { return m_perRead; }
    /// Adapts entriesPerRead() to the sizes in a reply.
    void note(const std::vector<StreamEntry>& entries);
    /// Returns the entries after `after` (empty: from the start), reading at most `examine` stream entries. `after` is
    /// set to the last id, or to an empty string at the end.
    Result<std::vector<StreamEntry>> next(const StreamRange& range, QByteArray& after, qint64 examine);
    /// Counts the next entries in a range, reading at most `limit` stream entries, or fewer without scripts. `before`:
    /// number of entries counted since the last mark.
    Result<StreamWindow> window(const StreamRange& range, const QByteArray& start, qint64 limit, qint64 before);
    /// Runs a read-only script of this layout. A nil reply means that this user or server cannot run scripts.
    Result<Reply> runScript(const char* name, const QByteArray& key, const std::vector<QByteArray>& arguments);

private:
    struct Marks
    {
        QByteArray version;
        std::vector<QByteArray> ids; ///< id of every hundredth entry
        bool isWhole = false; ///< true if all entries from the last mark to the end of the range were counted
        std::chrono::steady_clock::time_point madeAt{};
        std::chrono::steady_clock::duration cost{};
    };

    Result<StreamWindow> windowByEntries(
        const StreamRange& range, const QByteArray& start, qint64 limit, qint64 before);
    /// Returns which of the entries are pending in the group.
    Result<std::vector<QByteArray>> pendingAmong(const StreamRange& range, const std::vector<StreamEntry>& entries);
    Result<std::vector<StreamEntry>> read(
        const StreamRange& range, const QByteArray& start, qint64 limit, bool& isEnd, QByteArray& last);

    RedisClient& m_client;
    std::map<QByteArray, Marks> m_marks;
    qint64 m_perRead = firstRead;
    bool m_hasScripts = true; ///< false after the server has refused a script
};

} // namespace dueline
