// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics/metricsdata.h"

#include "core/base/text.h"
#include "core/console/transfer/tasklines.h"
#include "ui/text/formatting.h"

#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dueline {

namespace {

constexpr qsizetype shownType = 120; ///< maximum length of a displayed type, in characters

QString duration(const std::optional<double>& ms)
{
    return ms ? Formatting::duration(Millis(std::llround(*ms))) : QStringLiteral("–");
}

const DurationClasses& classesOf(const StatisticsBin& bin, MetricsKind kind)
{
    return kind == MetricsKind::Lateness ? bin.lateness : bin.runTime;
}

qint64 countOf(const DurationClasses& classes) { return std::accumulate(classes.begin(), classes.end(), qint64(0)); }

} // namespace

Millis MetricsData::stepFor(Millis length)
{
    return length <= std::chrono::hours(1) ? Millis(std::chrono::minutes(1)) : Millis(std::chrono::minutes(10));
}

MetricsData MetricsData::sum(const std::vector<StatisticsBin>& minutes, TimeRange range, Millis step)
{
    MetricsData data{range, step, {}};
    data.bins.resize(std::size_t(std::max<qint64>(0, range.length() / step)));
    for (std::size_t i = 0; i < data.bins.size(); ++i) {
        data.bins[i].from = range.from + step * qint64(i);
        data.bins[i].length = step;
    }
    for (const StatisticsBin& minute : minutes) {
        if (!range.contains(minute.from))
            continue;
        StatisticsBin& bin = data.bins[std::size_t((minute.from - range.from) / step)];
        bin.added += minute.added;
        bin.retried += minute.retried;
        bin.expired += minute.expired;
        bin.trashed += minute.trashed;
        bin.untimed += minute.untimed;
        for (const auto& [type, count] : minute.failedByType)
            bin.failedByType[type] += count;
        for (std::size_t k = 0; k < bin.lateness.size(); ++k) {
            bin.lateness[k] += minute.lateness[k];
            bin.runTime[k] += minute.runTime[k];
        }
    }
    return data;
}

qint64 MetricsData::done() const
{
    return std::accumulate(
        bins.begin(), bins.end(), qint64(0), [](qint64 sum, const StatisticsBin& bin) { return sum + bin.done(); });
}

qint64 MetricsData::failed() const
{
    return std::accumulate(
        bins.begin(), bins.end(), qint64(0), [](qint64 sum, const StatisticsBin& bin) { return sum + bin.failed(); });
}

bool MetricsData::isEmpty() const
{
    return std::all_of(bins.begin(), bins.end(),
        [](const StatisticsBin& bin) { return bin.started() == 0 && bin.done() == 0 && bin.failed() == 0; });
}

std::vector<std::pair<QByteArray, qint64>> MetricsData::failures() const
{
    std::map<QByteArray, qint64> byType;
    for (const StatisticsBin& bin : bins) {
        for (const auto& [type, count] : bin.failedByType)
            byType[type] += count;
    }
    std::vector<std::pair<QByteArray, qint64>> sorted(byType.begin(), byType.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    return sorted;
}

MetricsSheet MetricsData::sheet(MetricsKind kind, const Formatting& formatting) const
{
    MetricsSheet sheet;
    if (kind == MetricsKind::Failures) {
        sheet.headers = {tr("Type"), Formatting::stateWord(TaskState::Failed)};
        for (const auto& [type, count] : failures())
            sheet.rows.push_back(
                {type.isEmpty() ? tr("unknown type") : printable(type, shownType), Formatting::count(count)});
        return sheet;
    }
    sheet.headers << tr("Time");
    if (kind == MetricsKind::Throughput) {
        sheet.headers << Formatting::stateWord(TaskState::Done) << Formatting::stateWord(TaskState::Failed)
                      << tr("Done per second") << tr("Added") << tr("Retried");
    } else {
        sheet.headers << (kind == MetricsKind::Lateness ? tr("Started") : Formatting::stateWord(TaskState::Done));
        for (const double share : shares)
            sheet.headers << QStringLiteral("p%1").arg(std::lround(share * 100));
    }
    for (auto bin = bins.rbegin(); bin != bins.rend(); ++bin) {
        const Millis minute(60'000);
        QStringList row{
            tr("%1 – %2", "from – to")
                .arg(formatting.clock(bin->from, minute), formatting.clock(bin->from + bin->length, minute))};
        if (kind == MetricsKind::Throughput) {
            const double rate = double(bin->done()) * 1000 / double(bin->length.count());
            row << Formatting::count(bin->done()) << Formatting::count(bin->failed())
                << QLocale().toString(rate, 'g', 3) << Formatting::count(bin->added) << Formatting::count(bin->retried);
        } else {
            const DurationClasses& classes = classesOf(*bin, kind);
            row << Formatting::count(countOf(classes));
            for (const double share : shares)
                row << duration(percentile(classes, share));
        }
        sheet.rows.push_back(row);
    }
    return sheet;
}

QByteArray MetricsData::csv(MetricsKind kind) const
{
    if (kind == MetricsKind::Failures) {
        QByteArray text = "type,failed\r\n";
        for (const auto& [type, count] : failures())
            text += csvCell(printable(type, shownType).toUtf8()) + ',' + QByteArray::number(count) + "\r\n";
        return text;
    }
    QByteArray text = kind == MetricsKind::Throughput ? "from,seconds,done,failed,added,retried\r\n"
        : kind == MetricsKind::Lateness               ? "from,seconds,started,p50_ms,p95_ms,p99_ms\r\n"
                                                      : "from,seconds,done,p50_ms,p95_ms,p99_ms\r\n";
    for (const StatisticsBin& bin : bins) {
        text
            += QDateTime::fromMSecsSinceEpoch(toMs(bin.from), QTimeZone::utc()).toUTC().toString(Qt::ISODate).toLatin1()
            + ',' + QByteArray::number(qint64(bin.length / std::chrono::seconds(1)));
        if (kind == MetricsKind::Throughput) {
            for (const qint64 count : {bin.done(), bin.failed(), bin.added, bin.retried})
                text += ',' + QByteArray::number(count);
        } else {
            const DurationClasses& classes = classesOf(bin, kind);
            text += ',' + QByteArray::number(countOf(classes));
            for (const double share : shares) {
                const auto ms = percentile(classes, share);
                text += ',' + (ms ? QByteArray::number(std::llround(*ms)) : QByteArray());
            }
        }
        text += "\r\n";
    }
    return text;
}

} // namespace dueline
