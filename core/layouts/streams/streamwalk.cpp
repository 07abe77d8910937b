// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamwalk.h"

#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/redis/errorclass.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostMarkedRanges = 32;
/// Minimum time to keep using marks after the stream has changed.
constexpr auto shortestUse = std::chrono::seconds(2);
constexpr int costShare = 20; ///< minimum time to keep using marks, as a multiple of the time it took to create them

QByteArray afterId(const QByteArray& id) { return '(' + id; }

} // namespace

QByteArray StreamRange::cacheKey() const
{
    return command() + '\0' + key + '\0' + (without ? '1' + *without : QByteArray("0"));
}

void StreamWalk::forget()
{
    m_marks.clear();
    m_hasScripts = true;
}

/// Runs a read-only script from its source, with no need to load it first. Returns nil if the user or the server can't
/// run scripts.
Result<Reply> StreamWalk::runScript(const char* name, const QByteArray& key, const std::vector<QByteArray>& arguments)
{
    if (!m_hasScripts)
        return Reply();
    Command command{"EVAL_RO", FrameworkScripts::library("streams")[name].source, "1", key};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto replies = m_client.pipeline({command});
    if (!replies)
        return replies.error();
    const Reply& reply = replies->front();
    if (!reply.isError())
        return reply;
    const Error error = errorFromReply(reply.bytes);
    if (error.code != ErrorCode::Permission)
        return error;
    m_hasScripts = false;
    return Reply();
}

Result<StreamWindow> StreamWalk::window(const StreamRange& range, const QByteArray& start, qint64 limit, qint64 before)
{
    const auto reply = runScript("window", range.key,
        {range.command(), start, range.to, number(limit), range.without ? "1" : "0",
            range.without.value_or(QByteArray()), number(before), number(perMark)});
    if (!reply)
        return reply.error();
    if (reply->isNil())
        return windowByEntries(range, start, limit, before);
    if (reply->items.size() != 4)
        return unexpectedReply();
    StreamWindow window{reply->items[0].integer, reply->items[1].integer, reply->items[2].bytes, {}, false};
    window.isEnd = window.entries < limit;
    for (const Reply& mark : reply->items[3].items)
        window.marks.push_back(mark.bytes);
    return window;
}

Result<StreamWindow> StreamWalk::windowByEntries(
    const StreamRange& range, const QByteArray& start, qint64 limit, qint64 before)
{
    const qint64 most = std::min(limit, 2 * m_perRead);
    const auto reply = m_client.call({range.command(), range.key, start, range.to, "COUNT", number(most)});
    if (!reply)
        return reply.error();
    const std::vector<StreamEntry> entries = StreamEntry::of(*reply);
    note(entries);
    const auto pending = pendingAmong(range, entries);
    if (!pending)
        return pending.error();
    StreamWindow window{qint64(entries.size()), 0, entries.empty() ? QByteArray() : entries.back().id, {},
        qint64(reply->items.size()) < most};
    for (const StreamEntry& entry : entries) {
        if (std::find(pending->begin(), pending->end(), entry.id) != pending->end())
            continue;
        if ((before + ++window.counted) % perMark == 0)
            window.marks.push_back(entry.id);
    }
    return window;
}

Result<std::vector<QByteArray>> StreamWalk::pendingAmong(
    const StreamRange& range, const std::vector<StreamEntry>& entries)
{
    std::vector<QByteArray> pending;
    if (!range.without || entries.empty())
        return pending;
    constexpr qint64 together = 500;
    QByteArray from = range.isNewestFirst ? entries.back().id : entries.front().id;
    const QByteArray to = range.isNewestFirst ? entries.front().id : entries.back().id;
    while (true) {
        const auto page = m_client.call({"XPENDING", range.key, *range.without, from, to, number(together)});
        if (!page)
            return page.error();
        for (const Reply& entry : page->items) {
            if (!entry.items.empty())
                pending.push_back(entry.items.front().bytes);
        }
        if (qint64(page->items.size()) < together)
            return pending;
        from = afterId(pending.back());
    }
}

/// Reads one window of entries. `last`: receives the id of the last entry read.
Result<std::vector<StreamEntry>> StreamWalk::read(
    const StreamRange& range, const QByteArray& start, qint64 limit, bool& isEnd, QByteArray& last)
{
    const auto reply = m_client.call({range.command(), range.key, start, range.to, "COUNT", number(limit)});
    if (!reply)
        return reply.error();
    std::vector<StreamEntry> entries = StreamEntry::of(*reply);
    isEnd = qint64(reply->items.size()) < limit;
    last
        = reply->items.empty() || reply->items.back().items.empty() ? QByteArray() : reply->items.back().items[0].bytes;
    note(entries);
    const auto pending = pendingAmong(range, entries);
    if (!pending)
        return pending.error();
    std::erase_if(entries, [&pending](const StreamEntry& entry) {
        return std::find(pending->begin(), pending->end(), entry.id) != pending->end();
    });
    return entries;
}

Result<std::vector<StreamEntry>> StreamWalk::next(const StreamRange& range, QByteArray& after, qint64 examine)
{
    bool isEnd = false;
    QByteArray last;
    auto entries
        = read(range, after.isEmpty() ? range.from : afterId(after), std::min(examine, m_perRead), isEnd, last);
    after = isEnd ? QByteArray() : last;
    return entries;
}

void StreamWalk::note(const std::vector<StreamEntry>& entries)
{
    qint64 bytes = 0;
    for (const StreamEntry& entry : entries) {
        for (const auto& [name, value] : entry.fields)
            bytes += name.size() + value.size();
    }
    if (!entries.empty())
        m_perRead = std::clamp<qint64>(bytesPerRead * qint64(entries.size()) / std::max<qint64>(bytes, 1), 1, mostRead);
}

Result<> StreamWalk::page(const StreamRange& range, const QByteArray& version, qint64 offset, qint64 limit,
    const std::function<void(const StreamEntry&)>& visit)
{
    using Clock = std::chrono::steady_clock;
    if (m_marks.size() > mostMarkedRanges)
        m_marks.clear();
    Marks& marks = m_marks[range.cacheKey()];
    if (marks.version != version) {
        const auto use = std::max<Clock::duration>(shortestUse, costShare * marks.cost);
        const bool isBelieved = !marks.ids.empty() && offset >= perMark && Clock::now() - marks.madeAt < use;
        if (!isBelieved)
            marks = {version, {}, false, Clock::now(), {}};
    }
    const auto begun = Clock::now();
    const std::size_t wanted = std::size_t(offset / perMark);
    while (marks.ids.size() < wanted && !marks.isWhole) {
        const QByteArray start = marks.ids.empty() ? range.from : afterId(marks.ids.back());
        QByteArray at = start;
        qint64 counted = 0;
        const std::size_t known = marks.ids.size();
        do { // repeat until there is a new mark: a window may contain only pending entries
            const auto read = window(range, at, perWindow, counted);
            if (!read)
                return read.error();
            marks.ids.insert(marks.ids.end(), read->marks.begin(), read->marks.end());
            counted += read->counted;
            marks.isWhole = read->isEnd;
            at = afterId(read->last);
        } while (!marks.isWhole && marks.ids.size() == known);
    }
    marks.cost += Clock::now() - begun;
    if (marks.ids.size() < wanted)
        return {}; // the list has shrunk since it was counted
    QByteArray at = wanted == 0 ? range.from : afterId(marks.ids[wanted - 1]);
    qint64 skip = offset % perMark;
    bool isEnd = false;
    for (qint64 left = limit; !isEnd && left > 0;) {
        QByteArray last;
        const auto entries = read(range, at, std::min(m_perRead, skip + left), isEnd, last);
        if (!entries)
            return entries.error();
        for (const StreamEntry& entry : *entries) {
            if (skip > 0) {
                --skip;
            } else if (left > 0) {
                visit(entry);
                --left;
            }
        }
        at = afterId(last);
    }
    return {};
}

} // namespace dueline
