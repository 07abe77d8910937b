// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <map>
#include <utility>
#include <vector>

namespace dueline {

/// One value of a family. Labels are UTF-8, in the order in which they are written.
struct MetricSample
{
    using Labels = std::vector<std::pair<QByteArray, QByteArray>>;

    QByteArray suffix; ///< behind the family's name: `_bucket`, `_sum`, `_count`; empty for gauges and counters
    Labels labels;
    double value = 0;
};

/// What is measured, and its values. `name` has no `_total`, which counters get when they are written.
struct MetricFamily
{
    enum class Type : quint8 { Gauge, Counter, Histogram };

    QByteArray name;
    Type type = Type::Gauge;
    QByteArray help;
    std::vector<MetricSample> samples = {};

    void add(MetricSample::Labels labels, double value) { samples.push_back({{}, std::move(labels), value}); }
    /// `buckets`: how many were at most so much, by the upper end, rising and none left out in between; `count`: of
    /// all; `sum`: of their values.
    void addHistogram(
        const MetricSample::Labels& labels, const std::map<double, qint64>& buckets, qint64 count, double sum);
};

/// How metrics are written.
enum class MetricsFormat : quint8 {
    Text, ///< Prometheus text format 0.0.4
    OpenMetrics, ///< OpenMetrics 1.0.0
};

/// The type of such a text for the header Content-Type.
QByteArray contentTypeOf(MetricsFormat format);
/// Which one an Accept header prefers; Text where it says nothing of either.
MetricsFormat acceptedFormat(const QByteArray& accept);

/// The families as text, in their order; one without samples is left out.
QByteArray written(const std::vector<MetricFamily>& families, MetricsFormat format);

} // namespace dueline
