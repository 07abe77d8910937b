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
    QByteArray from = "-"; ///< start of the list, in the form that XRANGE or XREVRANGE accepts
    QByteArray to = "+"; ///< end of the list, in the same form
    bool isNewestFirst = false;
    std::optional<QByteArray> without = {}; ///< group whose pending entries are omitted

    QByteArray command() const { return isNewestFirst ? "XREVRANGE" : "XRANGE"; }
    QByteArray cacheKey() const;
};

/// Entries that were counted together.
struct StreamWindow
{
    qint64 entries = 0; ///< number of entries in the stream
    qint64 counted = 0; ///< number of entries in the range
    QByteArray last; ///< id of the last entry; empty if there was none
    std::vector<QByteArray> marks; ///< ids of every hundredth counted entry
    bool isEnd = false; ///< true if the range contains no further entries
};

/// Reader and counter of stream entries. A stream has no ranks, so it counts windows of a few hundred entries, each in
/// less than a millisecond, and stores the id of every hundredth entry. Read-only. It uses read-only scripts, which
/// return counts instead of payloads; for users who may not run scripts, it reads the entries themselves.
class StreamWalk
{
public:
    static constexpr qint64 perMark = 100; ///< number of entries between two marks
    static constexpr qint64 perWindow = 400; ///< number of entries that one script counts
    static constexpr qint64 firstRead = 50; ///< number of entries in the first reply, whose sizes are unknown
    static constexpr qint64 mostRead = 200; ///< maximum number of entries in one reply
    /// Maximum size in bytes of one reply, but at least one entry.
    static constexpr qint64 bytesPerRead = 2 * 1024 * 1024;

    explicit StreamWalk(RedisClient& client)
        : m_client(client)
    { }

    /// Discards all marks, because the connection may now be to another server.
    void forget();

    /// Passes entries to `visit`, a few at a time, by their position in a range. `version` identifies the state of the
    /// stream: marks from another version are used only for a short time. Errors of all functions: as
    /// RedisClient::call().
    Result<> page(const StreamRange& range, const QByteArray& version, qint64 offset, qint64 limit,
        const std::function<void(const StreamEntry&)>& visit);
    /// Returns how many entries one reply may contain, based on the size of those read last.
    qint64 entriesPerRead() const { return m_perRead; }
    /// Adapts entriesPerRead() to the sizes in a reply.
    void note(const std::vector<StreamEntry>& entries);
    /// Returns the entries after `after` (empty: from the start), reading at most `examine` stream entries. `after`
    /// becomes the last id; empty at the end.
    Result<std::vector<StreamEntry>> next(const StreamRange& range, QByteArray& after, qint64 examine);
    /// Counts the next entries in a range, reading at most `limit` stream entries, or fewer without scripts. `before`:
    /// number of counted entries since the last mark.
    Result<StreamWindow> window(const StreamRange& range, const QByteArray& start, qint64 limit, qint64 before);
    /// Runs a read-only script of this layout. A nil reply means that this user or server cannot run scripts.
    Result<Reply> runScript(const char* name, const QByteArray& key, const std::vector<QByteArray>& arguments);

private:
    struct Marks
    {
        QByteArray version;
        std::vector<QByteArray> ids; ///< id of every hundredth entry
        bool isWhole = false; ///< true if the entries after the last mark were counted up to the end of the range
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
    bool m_hasScripts = true; ///< false once the server has refused a script
};

} // namespace dueline
