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

enum class MetricsKind : quint8 { Throughput, Lateness, RunTime, Failures };

/// Data of a chart as readable rows. Cells may contain untrusted text (task types), which has been shortened and made
/// printable.
struct MetricsSheet
{
    QStringList headers;
    std::vector<QStringList> rows; ///< newest first; for Failures, largest first

    bool operator==(const MetricsSheet&) const = default;
};

/// Statistics for a time range in equal steps without gaps, for one queue or the sum of several queues. A plain value.
/// All numbers come from the queues, without sampling.
struct MetricsData
{
    static constexpr std::array shares{0.50, 0.95, 0.99}; ///< percentiles to show

    TimeRange range;
    Millis step{60'000};
    std::vector<StatisticsBin> bins; ///< bins of length `step`, oldest first; all zero if there was no activity

    /// Sums `minutes` (in any order) into steps over `range`, whose ends are multiples of `step`.
    static MetricsData sum(const std::vector<StatisticsBin>& minutes, TimeRange range, Millis step);
    /// Returns the step that divides `length` into at most 150 bins: one minute for up to an hour, ten minutes for a
    /// day.
    static Millis stepFor(Millis length);

    qint64 done() const;
    qint64 failed() const;
    /// Returns whether no task started, ended or failed.
    bool isEmpty() const;
    /// Returns the failures by type over the entire range, largest number first.
    std::vector<std::pair<QByteArray, qint64>> failures() const;

    MetricsSheet sheet(MetricsKind kind, const Formatting& formatting) const;
    /// Returns CSV (RFC 4180) with instants in UTC, durations in milliseconds, and plain counts.
    QByteArray csv(MetricsKind kind) const;

    bool operator==(const MetricsData&) const = default;

    Q_DECLARE_TR_FUNCTIONS(MetricsData)
};

} // namespace dueline
