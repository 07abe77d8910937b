// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/marks.h"

#include <QByteArrayList>
#include <QRandomGenerator>

namespace dueline {

namespace {

constexpr const char* mostMarks = "1000";
constexpr const char* marksPerReading = "100";
constexpr int mostReadings = 20; ///< maximum number of requests per MarkReader::read() call

} // namespace

QByteArray markStream(const QByteArray& prefix) { return prefix + ":marks"; }

Result<TimePoint> writeMark(RedisClient& client, const QByteArray& prefix, const QByteArray& text)
{
    const auto now = client.serverTime();
    if (!now)
        return now;
    // The client may send the command twice, so the id must identify this mark.
    const QByteArray id = number(toMs(*now)) + '-' + number(qint64(QRandomGenerator::global()->bounded(1'000'000'000)));
    const QByteArray stream = markStream(prefix);
    const Command add{"XADD", stream, "MAXLEN", "~", mostMarks, id, "text", text};
    auto added = client.call(add);
    if (!added && added.error().code == ErrorCode::Server) {
        // XADD refuses an id that isn't the latest: either the first command has added the mark, or a mark was added
        // while the server's clock was ahead.
        const auto found = client.call({"XRANGE", stream, id, id});
        if (found && !found->items.empty())
            return *now;
        Command later = add;
        later[5] = "*";
        added = client.call(later);
    }
    return added ? Result<TimePoint>(*now) : added.error();
}

Command marksCommand(const QByteArray& prefix, const QByteArray& after)
{
    return {"XRANGE", markStream(prefix), '(' + after, "+", "COUNT", marksPerReading};
}

std::vector<Mark> marksOf(const Reply& reply)
{
    std::vector<Mark> marks;
    for (const Reply& entry : reply.items) {
        if (entry.items.size() != 2)
            continue;
        Mark mark{entry.items[0].bytes, fromMs(entry.items[0].bytes.split('-').front().toLongLong()), {}};
        const std::vector<Reply>& fields = entry.items[1].items;
        for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
            if (fields[i].bytes == "text")
                mark.text = fields[i + 1].bytes.left(longestMark);
        }
        if (!mark.text.isEmpty())
            marks.push_back(std::move(mark));
    }
    return marks;
}

MarkReader::MarkReader(const RedisConfig& redis, QByteArray prefix)
    : m_redis(redis)
    , m_prefix(std::move(prefix))
{ }

Result<std::vector<Mark>> MarkReader::read(TimePoint now)
{
    const std::lock_guard lock(m_mutex);
    if (m_after.isEmpty())
        m_after = number(toMs(now - oldestMark)) + "-0";
    const auto done = m_isRefused ? Result<>() : readNew();
    // Don't ask again: the server logs each refusal.
    m_isRefused = m_isRefused || (!done && done.error().code == ErrorCode::Permission);
    if (!done && !m_isRefused)
        return done.error();
    return m_marks;
}

Result<> MarkReader::readNew()
{
    // created here because calls may come from different threads, and a socket belongs to one thread
    RedisClient client(m_redis);
    client.allowOnlyReads();
    if (const auto opened = client.open(); !opened)
        return opened;
    for (int i = 0; i < mostReadings; ++i) {
        const auto reply = client.call(marksCommand(m_prefix, m_after));
        if (!reply)
            return reply.error();
        if (reply->items.empty() || reply->items.back().items.empty())
            return {};
        m_after = reply->items.back().items.front().bytes;
        const std::vector<Mark> read = marksOf(*reply);
        m_marks.insert(m_marks.end(), read.begin(), read.end());
        if (m_marks.size() > mostMarks)
            m_marks.erase(m_marks.begin(), m_marks.end() - std::ptrdiff_t(mostMarks));
    }
    return {};
}

} // namespace dueline
