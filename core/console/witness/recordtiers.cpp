// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/recordtiers.h"

#include "core/base/duration.h"
#include "core/base/text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr Millis minuteLength{minuteMs};
constexpr Millis hourLength{hourMs};
/// Maximum number of cuts per call to shrink(), so that it ends even if the cuts free no space.
constexpr int mostCuts = 8;
const QByteArray foldedKey = "folded";

TimePoint periodStart(TimePoint at, Millis length)
{
    return TimePoint(at.time_since_epoch() - at.time_since_epoch() % length);
}

} // namespace

RecordSample combined(const std::vector<RecordSample>& rows, TimePoint at)
{
    using enum RecordSample::Figure;
    RecordSample all = rows.back();
    all.at = at;
    for (const RecordSample::Figure sum : {Took, Added})
        all[sum] = std::nullopt;
    for (const RecordSample& row : rows) {
        if (row[Due])
            all[Due] = std::max(*row[Due], all[Due].value_or(*row[Due]));
        if (row[Oldest])
            all[Oldest] = std::min(*row[Oldest], all[Oldest].value_or(*row[Oldest]));
        for (const RecordSample::Figure sum : {Took, Added}) {
            if (row[sum])
                all[sum] = all[sum].value_or(0) + *row[sum];
        }
    }
    return all;
}

Result<> RecordTiers::settle(TimePoint now)
{
    const TimePoint minute = periodStart(now, minuteLength);
    if (!m_folded) {
        const auto stored = m_file.meta(foldedKey);
        if (!stored)
            return stored.error();
        m_folded = stored->isEmpty() ? minute : fromMs(stored->toLongLong());
    }
    if (minute < *m_folded) // the server's clock was set back
        m_folded = minute;
    const bool isNew = minute > *m_folded;
    if (!isNew)
        return {};
    if (const auto begun = m_file.begin(); !begun)
        return begun;
    auto done = foldUntil(minute);
    if (done)
        done = expire(now);
    if (done)
        done = shrink(now);
    if (done)
        done = m_file.setMeta(foldedKey, QByteArray::number(toMs(minute)));
    if (done)
        done = m_file.commit();
    if (!done) {
        m_file.rollback();
        return done;
    }
    m_folded = minute;
    return m_file.database().run("PRAGMA incremental_vacuum");
}

/// Combines the rows of each minute and hour that has ended since the last call. Periods without any recorded data have
/// no rows.
Result<> RecordTiers::foldUntil(TimePoint minute)
{
    const TimePoint first = std::max(*m_folded, minute - RecordLimits::keepSeconds);
    for (TimePoint begin = first; begin < minute; begin += minuteLength) {
        if (const auto folded = fold(RecordTier::Seconds, RecordTier::Minutes, begin, begin + minuteLength); !folded)
            return folded;
    }
    // A minute's rates are recorded during the next minute, so wait two minutes before combining an hour's minutes.
    constexpr Millis later = 2 * minuteLength;
    const TimePoint hour = periodStart(minute - later, hourLength);
    for (TimePoint begin = periodStart(std::max(*m_folded - later, hour - m_limits.keep), hourLength); begin < hour;
         begin += hourLength) {
        if (const auto folded = fold(RecordTier::Minutes, RecordTier::Hours, begin, begin + hourLength); !folded)
            return folded;
    }
    return {};
}

Result<> RecordTiers::fold(RecordTier from, RecordTier to, TimePoint begin, TimePoint end)
{
    const auto queues = m_file.queues();
    if (!queues)
        return queues.error();
    for (const RecordQueue& queue : *queues) {
        const auto rows = m_file.samples(from, queue.id, begin, end);
        if (!rows)
            return rows.error();
        if (rows->empty())
            continue;
        if (const auto written = m_file.write(to, combined(*rows, begin)); !written)
            return written;
    }
    const auto servers = m_file.servers(from, begin, end);
    if (!servers)
        return servers.error();
    if (servers->empty())
        return {};
    ServerSample last = servers->back();
    last.at = begin;
    for (const ServerSample& each : *servers) {
        if (each[ServerSample::Memory])
            last[ServerSample::Memory] = std::max(*each[ServerSample::Memory], last[ServerSample::Memory].value_or(0));
    }
    return m_file.write(to, last);
}

Result<> RecordTiers::expire(TimePoint now)
{
    const auto queues = m_file.queues();
    if (!queues)
        return queues.error();
    for (const auto& [tier, keep] : {std::pair(RecordTier::Seconds, RecordLimits::keepSeconds),
             {RecordTier::Minutes, m_limits.keep}, {RecordTier::Hours, m_limits.keepHours}}) {
        const qint64 before = toMs(now - keep);
        // Delete the rows one queue at a time, to make use of the primary key: it begins with the tier and the queue.
        for (const RecordQueue& queue : *queues) {
            const auto removed = m_file.database().run(
                "DELETE FROM sample WHERE tier=? AND queue=? AND at<?", {int(tier), queue.id, before});
            if (!removed)
                return removed;
        }
        const auto removed = m_file.database().run("DELETE FROM server WHERE tier=? AND at<?", {int(tier), before});
        if (!removed)
            return removed;
    }
    const auto keepsIds = m_file.keepsIds();
    if (!keepsIds)
        return keepsIds.error();
    if (*keepsIds) {
        const auto removed = m_file.database().run(
            "DELETE FROM vanished WHERE event NOT IN (SELECT id FROM event WHERE at>=?)", {toMs(now - m_limits.keep)});
        if (!removed)
            return removed;
    }
    const qint64 before = toMs(now - m_limits.keepHours);
    if (const auto removed = m_file.database().run("DELETE FROM event WHERE at<?", {before}); !removed)
        return removed;
    return m_file.database().run("DELETE FROM span WHERE seen<? AND ended IS NOT NULL", {before});
}

/// Removes the oldest quarter of the per-second rows, or of the per-minute rows if no others are left, until the file
/// is below its limit. Records each cut as an event.
Result<> RecordTiers::shrink(TimePoint now)
{
    for (int cuts = 0; cuts < mostCuts; ++cuts) {
        const auto used = m_file.usedBytes();
        if (!used)
            return used.error();
        if (*used <= m_limits.mostBytes)
            return {};
        RecordTier tier = RecordTier::Seconds;
        auto until = cut(tier);
        if (until && *until == 0)
            until = cut(tier = RecordTier::Minutes);
        if (!until)
            return until.error();
        if (*until == 0)
            return {};
        const QString text = u"%1 from before %2 were removed, because the recording reached its limit of %3."_s.arg(
            tier == RecordTier::Seconds ? u"Per-second figures"_s : u"Per-minute figures"_s,
            formatInstant(fromMs(*until)), formatBytes(m_limits.mostBytes));
        const QJsonObject detail{{u"until_ms"_s, *until}, {u"limit"_s, m_limits.mostBytes}};
        if (const auto written = m_file.write(
                RecordEvent{0, now, {}, "cut", text.toUtf8(), QJsonDocument(detail).toJson(QJsonDocument::Compact)});
            !written)
            return written.error();
    }
    return {};
}

/// Removes the rows in the oldest quarter of a tier's period. Returns the end of that quarter; 0 if the period is too
/// short to be cut.
Result<qint64> RecordTiers::cut(RecordTier tier)
{
    SqliteDatabase& database = m_file.database();
    const auto first = database.number("SELECT min(at) FROM sample WHERE tier=?", {int(tier)});
    const auto last = database.number("SELECT max(at) FROM sample WHERE tier=?", {int(tier)});
    if (!first)
        return first.error();
    if (!last)
        return last.error();
    if (!*first || **last - **first < 2 * minuteMs)
        return 0;
    const qint64 until = **first + std::max<qint64>((**last - **first) / 4, minuteMs);
    if (const auto removed = database.run("DELETE FROM sample WHERE tier=? AND at<?", {int(tier), until}); !removed)
        return removed.error();
    if (const auto removed = database.run("DELETE FROM server WHERE tier=? AND at<?", {int(tier), until}); !removed)
        return removed.error();
    return until;
}

} // namespace dueline
