// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"
#include "ui/models/durationclasses.h"
#include "ui/timeline/model/timelinescale.h"

#include <QCoreApplication>
#include <QStringList>

#include <optional>
#include <vector>

namespace dueline {

class Formatting;

/// What a chart of the metrics shows.
enum class MetricsKind : quint8 { Throughput, Lateness, RunTime, Failures };

/// The same figures as a chart, as rows for people. The cells may hold untrusted text (types), cut and printable.
struct MetricsSheet
{
    QStringList headers;
    std::vector<QStringList> rows; ///< newest first; Failures: most first

    bool operator==(const MetricsSheet&) const = default;
};

/// What happened in a stretch of time, in equal steps without gaps: the statistics of one queue, or the sum over
/// several. A value; the figures are the queue's own, nothing is sampled here.
struct MetricsData
{
    static constexpr std::array shares{0.50, 0.95, 0.99}; ///< the percentiles that are shown

    TimeRange range;
    Millis step{60'000};
    std::vector<StatisticsBin> bins; ///< `step` long each, oldest first; all zero where nothing happened

    /// Adds up `minutes` (in any order) into steps over `range`, whose ends are multiples of `step`.
    static MetricsData sum(const std::vector<StatisticsBin>& minutes, TimeRange range, Millis step);
    /// The step that keeps `length` at 150 bins or fewer: a minute up to an hour, ten minutes for a day.
    static Millis stepFor(Millis length);

    qint64 done() const;
    qint64 failed() const;
    /// Nothing started, ended or failed.
    bool isEmpty() const;
    /// Failures by type over the whole range, most first.
    std::vector<std::pair<QByteArray, qint64>> failures() const;

    MetricsSheet sheet(MetricsKind kind, const Formatting& formatting) const;
    /// As CSV (RFC 4180): instants in UTC, durations in milliseconds, counts as they are.
    QByteArray csv(MetricsKind kind) const;

    bool operator==(const MetricsData&) const = default;

    Q_DECLARE_TR_FUNCTIONS(MetricsData)
};

} // namespace dueline
