// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <map>
#include <utility>
#include <vector>

namespace dueline {

/// A metric's value for one set of labels. Labels are UTF-8 and written in this order.
struct MetricSample
{
    using Labels = std::vector<std::pair<QByteArray, QByteArray>>;

    QByteArray suffix; ///< appended to the family's name: `_bucket`, `_sum`, or `_count`; empty for gauges and counters
    Labels labels;
    double value = 0;
};

/// Metric with its values. `name` doesn't include `_total`, which is appended when writing a counter.
struct MetricFamily
{
    enum class Type : quint8 { Gauge, Counter, Histogram };

    QByteArray name;
    Type type = Type::Gauge;
    QByteArray help;
    std::vector<MetricSample> samples = {};

    void add(MetricSample::Labels labels, double value) { samples.push_back({{}, std::move(labels), value}); }
    /// Adds a histogram. `buckets`: cumulative counts, by upper bound. `count`, `sum`: over all values.
    void addHistogram(
        const MetricSample::Labels& labels, const std::map<double, qint64>& buckets, qint64 count, double sum);
};

/// Text format for metrics.
enum class MetricsFormat : quint8 {
    Text, ///< Prometheus text format 0.0.4
    OpenMetrics, ///< OpenMetrics text format 1.0.0
};

/// Returns a format's Content-Type.
QByteArray contentTypeOf(MetricsFormat format);
/// Returns the format that an Accept header prefers; Text if it lists none of them.
MetricsFormat acceptedFormat(const QByteArray& accept);

/// Writes the families in order. Omits families without values.
QByteArray written(const std::vector<MetricFamily>& families, MetricsFormat format);

} // namespace dueline
