// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <map>
#include <utility>
#include <vector>

namespace dueline {

/// One value of a family. Labels are UTF-8, in the order of output.
struct MetricSample
{
    using Labels = std::vector<std::pair<QByteArray, QByteArray>>;

    QByteArray suffix; ///< suffix of the family's name: `_bucket`, `_sum`, `_count`; empty for gauges and counters
    Labels labels;
    double value = 0;
};

/// Metric with its values. `name` excludes `_total`, which is appended to the names of counters on output.
struct MetricFamily
{
    enum class Type : quint8 { Gauge, Counter, Histogram };

    QByteArray name;
    Type type = Type::Gauge;
    QByteArray help;
    std::vector<MetricSample> samples = {};

    void add(MetricSample::Labels labels, double value) { samples.push_back({{}, std::move(labels), value}); }
    /// Adds a histogram. `buckets`: number of values per bucket by its upper bound, ascending and without gaps; `count`
    /// and `sum`: for all values.
    void addHistogram(
        const MetricSample::Labels& labels, const std::map<double, qint64>& buckets, qint64 count, double sum);
};

/// Output format of metrics.
enum class MetricsFormat : quint8 {
    Text, ///< Prometheus text format 0.0.4
    OpenMetrics, ///< OpenMetrics text format 1.0.0
};

/// Returns the Content-Type of a format.
QByteArray contentTypeOf(MetricsFormat format);
/// Returns the format that an Accept header prefers, or Text if it lists no supported format.
MetricsFormat acceptedFormat(const QByteArray& accept);

/// Formats the families in order. Families without samples are omitted.
QByteArray written(const std::vector<MetricFamily>& families, MetricsFormat format);

} // namespace dueline
