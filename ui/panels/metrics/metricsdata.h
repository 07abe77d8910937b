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

/// A chart's data as rows of text. Task types come from untrusted data, so they have been shortened and made printable.
struct MetricsSheet
{
    QStringList headers;
    std::vector<QStringList> rows; ///< rows, newest first; for Failures, most failures first

    bool operator==(const MetricsSheet&) const = default;
};

/// Statistics for a time range, divided into equal steps without gaps, for one queue or for several queues combined.
/// The numbers come from the queues and aren't sampled.
struct MetricsData
{
    static constexpr std::array shares{0.50, 0.95, 0.99}; ///< displayed percentiles

    TimeRange range;
    Millis step{60'000};
    std::vector<StatisticsBin> bins; ///< one bin per step, oldest first; a bin without activity is all zeros

    /// Sums `minutes`, in any order, into the steps of `range`. Both ends of the range must be multiples of `step`.
    static MetricsData sum(const std::vector<StatisticsBin>& minutes, TimeRange range, Millis step);
    /// Returns the step that divides `length` into at most 150 bins, such as one minute for an hour, or ten minutes for
    /// a day.
    static Millis stepFor(Millis length);

    qint64 done() const;
    qint64 failed() const;
    /// Returns whether no tasks have started, ended or failed.
    bool isEmpty() const;
    /// Returns the number of failures by type over the entire range, most failures first.
    std::vector<std::pair<QByteArray, qint64>> failures() const;

    MetricsSheet sheet(MetricsKind kind, const Formatting& formatting) const;
    /// Returns the data as CSV (RFC 4180), with instants in UTC, durations in milliseconds, and plain counts.
    QByteArray csv(MetricsKind kind) const;

    bool operator==(const MetricsData&) const = default;

    Q_DECLARE_TR_FUNCTIONS(MetricsData)
};

} // namespace dueline
