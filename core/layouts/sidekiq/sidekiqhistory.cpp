// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqhistory.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr Millis minute{60'000};
constexpr Millis day{std::chrono::hours(24)};
constexpr std::size_t keysPerPipeline = 480;

/// Returns the keys where Sidekiq 7 and 8 store a minute's statistics.
std::array<QByteArray, 2> keysOf(TimePoint at)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(toMs(at), QTimeZone::utc());
    return {"j|" + time.toString(QStringLiteral("yyyyMMdd'|'H:m")).toLatin1(),
        "j|" + time.toString(QStringLiteral("yyMMdd'|'H:mm")).toLatin1()};
}

TimePoint roundedUp(TimePoint at, Millis step)
{
    return fromMs((toMs(at) + step.count() - 1) / step.count() * step.count());
}

/// Adds one minute's fields: `CLASS|p` (runs) and `CLASS|f` (failures).
void addFields(StatisticsBin& bin, const Reply& fields)
{
    for (std::size_t i = 0; i + 1 < fields.items.size(); i += 2) {
        const QByteArray& name = fields.items[i].bytes;
        const qint64 count = std::max<qint64>(fields.items[i + 1].bytes.toLongLong(), 0);
        if (name.endsWith("|p"))
            bin.untimed += count;
        else if (name.endsWith("|f") && count > 0)
            bin.failedByType[name.chopped(2)] += count;
    }
}

} // namespace

Result<std::vector<StatisticsBin>> SidekiqHistory::minutes(TimePoint from, TimePoint to, TimePoint now)
{
    struct Minute
    {
        TimePoint at{};
        QByteArray key;
    };
    std::vector<Minute> asked;
    const TimePoint first = roundedUp(std::max(from, now - keepsMinutes), minute);
    for (TimePoint at = first; at < std::min(to, now + minute); at += minute) {
        for (const QByteArray& key : keysOf(at))
            asked.push_back({at, m_spec.key(key)});
    }
    std::vector<StatisticsBin> bins;
    for (std::size_t begin = 0; begin < asked.size(); begin += keysPerPipeline) {
        const std::size_t end = std::min(asked.size(), begin + keysPerPipeline);
        std::vector<Command> pipeline;
        for (std::size_t i = begin; i < end; ++i)
            pipeline.push_back({"HLEN", asked[i].key});
        const auto sizes = m_client.pipeline(pipeline);
        if (!sizes)
            return sizes.error();
        std::vector<Minute> there;
        pipeline.clear();
        for (std::size_t i = begin; i < end; ++i) {
            const Reply& size = (*sizes)[i - begin];
            if (size.isError())
                return errorFromReply(size.bytes);
            if (size.integer < 1 || size.integer > mostFields)
                continue;
            there.push_back(asked[i]);
            pipeline.push_back({"HGETALL", asked[i].key});
        }
        const auto hashes = m_client.pipeline(pipeline);
        if (!hashes)
            return hashes.error();
        for (std::size_t i = 0; i < there.size(); ++i) {
            if (bins.empty() || bins.back().from != there[i].at) {
                bins.emplace_back();
                bins.back().from = there[i].at;
            }
            addFields(bins.back(), (*hashes)[i]);
        }
    }
    for (StatisticsBin& bin : bins)
        bin.untimed = std::max<qint64>(bin.untimed - bin.failed(), 0); // Sidekiq also counts failed runs as runs
    return bins;
}

Result<std::vector<StatisticsBin>> SidekiqHistory::days(TimePoint from, TimePoint to)
{
    std::vector<StatisticsBin> bins;
    std::vector<Command> pipeline;
    for (TimePoint at = roundedUp(std::max(from, to - Millis(mostDays * day.count())), day); at < to; at += day) {
        StatisticsBin bin;
        bin.from = at;
        bin.length = day;
        bins.push_back(bin);
        const QByteArray date = QDateTime::fromMSecsSinceEpoch(toMs(at), QTimeZone::utc())
                                    .toString(QStringLiteral("yyyy-MM-dd"))
                                    .toLatin1();
        pipeline.push_back({"GET", m_spec.key("stat:processed:" + date)});
        pipeline.push_back({"GET", m_spec.key("stat:failed:" + date)});
    }
    const auto counts = m_client.pipeline(pipeline);
    if (!counts)
        return counts.error();
    for (std::size_t i = 0; i < bins.size(); ++i) {
        for (const std::size_t k : {2 * i, 2 * i + 1}) {
            if ((*counts)[k].isError())
                return errorFromReply((*counts)[k].bytes);
        }
        const qint64 failed = std::max<qint64>((*counts)[2 * i + 1].bytes.toLongLong(), 0);
        bins[i].untimed = std::max<qint64>((*counts)[2 * i].bytes.toLongLong() - failed, 0);
        if (failed > 0)
            bins[i].failedByType[{}] = failed;
    }
    std::erase_if(bins, [](const StatisticsBin& bin) { return bin.done() == 0 && bin.failed() == 0; });
    return bins;
}

Result<> SidekiqHistory::addTo(std::vector<TimelineBin>& bins, TimePoint now)
{
    if (bins.empty() || bins.front().from > now)
        return {};
    const Millis length = bins.front().to - bins.front().from;
    const TimePoint from = bins.front().from;
    const TimePoint to = bins.back().to;
    const auto counted = length >= day ? days(from, to)
        : length >= minute             ? minutes(from, to, now)
                                       : Result(std::vector<StatisticsBin>());
    if (!counted)
        return counted.error();
    auto bin = bins.begin();
    for (const StatisticsBin& each : *counted) {
        while (bin != bins.end() && bin->to <= each.from)
            ++bin;
        if (bin == bins.end())
            break;
        bin->counts[TaskState::Done] += each.done();
    }
    return {};
}

} // namespace dueline
