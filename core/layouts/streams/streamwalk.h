// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/streams/streamentry.h"
#include "core/layouts/streams/streamfacts.h"

#include <chrono>
#include <functional>
#include <map>

namespace dueline {

/// Stream entries that make up one list of tasks, in list order.
struct StreamRange
{
    QByteArray key;
    QByteArray from = "-"; ///< start of the list, in the format of XRANGE or XREVRANGE
    QByteArray to = "+"; ///< end of the list, in the format of XRANGE or XREVRANGE
    bool isNewestFirst = false;
    std::optional<QByteArray> without = {}; ///< group whose pending entries are skipped

    QByteArray command() const { return isNewestFirst ? "XREVRANGE" : "XRANGE"; }
    QByteArray cacheKey() const;
};

/// Result of counting entries with one call.
struct StreamWindow
{
    qint64 entries = 0; ///< number of stream entries read
    qint64 counted = 0; ///< number of entries read that are in the range
    QByteArray last; ///< id of the last entry read; empty if there was none
    std::vector<QByteArray> marks; ///< id of every hundredth entry counted
    bool isEnd = false; ///< true if there are no more entries in the range
};

/// Reads and counts stream entries. Streams have no ranks, so this class counts entries in windows of a few hundred,
/// and stores every hundredth entry's id as a mark. Counting a window takes less than a millisecond. Read-only.
/// Counting uses read-only scripts, which return numbers instead of payloads. If the user isn't allowed to run scripts,
/// the entries themselves are read.
class StreamWalk
{
public:
    static constexpr qint64 perMark = 100; ///< number of entries between marks
    static constexpr qint64 perWindow = 400; ///< number of entries that a script call counts
    /// maximum number of entries in the first reply, before their sizes are known
    static constexpr qint64 firstRead = 50;
    static constexpr qint64 mostRead = 200; ///< maximum number of entries per reply
    /// Maximum size of a reply in bytes. At least one entry is always read.
    static constexpr qint64 bytesPerRead = 2 * 1024 * 1024;

    explicit StreamWalk(RedisClient& client)
        : m_client(client)
    { }

    /// Discards all marks. Called after a reconnect, possibly to a different server.
    void forget();

    /// Passes the entries at given positions in a range to `visit`, a limited number at a time. `version` identifies
    /// the stream's state; marks from an earlier version are used only for a short time. Any call can fail with any of
    /// RedisClient::call()'s errors.
    Result<> page(const StreamRange& range, const QByteArray& version, qint64 offset, qint64 limit,
        const std::function<void(const StreamEntry&)>& visit);
    /// Returns the maximum number of entries per reply, based on the sizes of the last entries read.
    qint64 entriesPerRead() const { return m_perRead; }
    /// Updates entriesPerRead() from the entry sizes in a reply.
    void note(const std::vector<StreamEntry>& entries);
    /// Returns the entries after the id `after`, or from the start if it is empty. Reads at most `examine` stream
    /// entries. `after` receives the id of the last entry read, or an empty string at the end.
    Result<std::vector<StreamEntry>> next(const StreamRange& range, QByteArray& after, qint64 examine);
    /// Counts the next entries in a range. Reads at most `limit` stream entries, or fewer without scripts. `before`:
    /// number of entries counted since the last mark.
    Result<StreamWindow> window(const StreamRange& range, const QByteArray& start, qint64 limit, qint64 before);
    /// Runs one of this layout's read-only scripts. Returns nil if the user or the server can't run scripts.
    Result<Reply> runScript(const char* name, const QByteArray& key, const std::vector<QByteArray>& arguments);

private:
    struct Marks
    {
        QByteArray version;
        std::vector<QByteArray> ids; ///< id of every hundredth entry
        bool isWhole = false; ///< true if all entries from the last mark to the end of the range have been counted
        std::chrono::steady_clock::time_point madeAt{};
        std::chrono::steady_clock::duration cost{};
    };

    Result<StreamWindow> windowByEntries(
        const StreamRange& range, const QByteArray& start, qint64 limit, qint64 before);
    /// Returns the ids of the entries that are pending in the group.
    Result<std::vector<QByteArray>> pendingAmong(const StreamRange& range, const std::vector<StreamEntry>& entries);
    Result<std::vector<StreamEntry>> read(
        const StreamRange& range, const QByteArray& start, qint64 limit, bool& isEnd, QByteArray& last);

    RedisClient& m_client;
    std::map<QByteArray, Marks> m_marks;
    qint64 m_perRead = firstRead;
    bool m_hasScripts = true; ///< false if the server has rejected a script
};

} // namespace dueline
