// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/metricfamily.h"

#include <QByteArrayList>
#include <QLocale>

#include <cmath>

namespace dueline {

namespace {

/// 2^53: double represents all integers up to this one exactly
constexpr double largestExactWhole = 9'007'199'254'740'992.0;

QByteArray metricNumber(double value)
{
    if (std::trunc(value) == value && std::fabs(value) <= largestExactWhole)
        return QByteArray::number(qint64(value));
    return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
}

/// Escapes a label value or, in OpenMetrics, a help text.
QByteArray escapedText(QByteArray text) { return text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"); }

const char* metricTypeName(MetricFamily::Type type)
{
    switch (type) {
    case MetricFamily::Type::Gauge:
        return "gauge";
    case MetricFamily::Type::Counter:
        return "counter";
    case MetricFamily::Type::Histogram:
        return "histogram";
    }
    Q_UNREACHABLE();
    return "";
}

void writeSample(QByteArray& text, const QByteArray& name, const MetricSample& sample)
{
    text += name + sample.suffix;
    QByteArrayList labels;
    for (const auto& [label, value] : sample.labels)
        labels << label + "=\"" + escapedText(value) + '"';
    if (!labels.isEmpty())
        text += '{' + labels.join(',') + '}';
    text += ' ' + metricNumber(sample.value) + '\n';
}

/// Returns the weight (0 to 1) that an Accept header gives a media type; negative if the type isn't listed.
double acceptedBy(const QByteArray& accept, const QByteArray& type)
{
    for (const QByteArray& part : accept.split(',')) {
        const QByteArrayList fields = part.split(';');
        if (fields.front().trimmed().toLower() != type)
            continue;
        for (const QByteArray& field : fields.mid(1)) {
            if (field.trimmed().startsWith("q="))
                return field.trimmed().mid(2).toDouble();
        }
        return 1;
    }
    return -1;
}

} // namespace

void MetricFamily::addHistogram(
    const MetricSample::Labels& labels, const std::map<double, qint64>& buckets, qint64 count, double sum)
{
    const auto bucket = [&](const QByteArray& end, qint64 value) {
        MetricSample::Labels all = labels;
        all.emplace_back("le", end);
        samples.push_back({"_bucket", std::move(all), double(value)});
    };
    for (const auto& [end, value] : buckets)
        bucket(metricNumber(end), value);
    bucket("+Inf", count);
    samples.push_back({"_sum", labels, sum});
    samples.push_back({"_count", labels, double(count)});
}

QByteArray contentTypeOf(MetricsFormat format)
{
    return format == MetricsFormat::OpenMetrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                                                : "text/plain; version=0.0.4; charset=utf-8";
}

MetricsFormat acceptedFormat(const QByteArray& accept)
{
    const double open = acceptedBy(accept, "application/openmetrics-text");
    const double plain = acceptedBy(accept, "text/plain");
    return open > 0 && open >= plain ? MetricsFormat::OpenMetrics : MetricsFormat::Text;
}

QByteArray written(const std::vector<MetricFamily>& families, MetricsFormat format)
{
    const bool isOpen = format == MetricsFormat::OpenMetrics;
    QByteArray text;
    for (const MetricFamily& family : families) {
        if (family.samples.empty())
            continue;
        const bool isCounter = family.type == MetricFamily::Type::Counter;
        const QByteArray sampleName = isCounter ? family.name + "_total" : family.name;
        const QByteArray familyName = isOpen ? family.name : sampleName;
        text += "# HELP " + familyName + ' ' + (isOpen ? escapedText(family.help) : family.help) + '\n';
        text += "# TYPE " + familyName + ' ' + metricTypeName(family.type) + '\n';
        for (const MetricSample& sample : family.samples)
            writeSample(text, sampleName, sample);
    }
    if (isOpen)
        text += "# EOF\n";
    return text;
}

} // namespace dueline
