// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/metricsreader.h"

#include "core/console/metrics/metricspass.h"

#include <QElapsedTimer>

namespace dueline {

MetricsReading MetricsReading::failedBy(const Error& error, std::chrono::nanoseconds took)
{
    MetricsReading reading;
    reading.families = allFamilies();
    reading.failed = {MetricPart::Queues};
    reading.error = error;
    reading.took = took;
    return reading;
}

MetricsReader::MetricsReader(MetricsRequest request, std::shared_ptr<const CommandCounter> commands, QueueTotals totals)
    : m_request(std::move(request))
    , m_commands(std::move(commands))
    , m_memory{std::move(totals)}
{ }

MetricsReading MetricsReader::read(Backend& backend)
{
    QElapsedTimer clock;
    clock.start();
    const qint64 before = m_commands ? m_commands->count() : 0;
    MetricsReading reading = MetricsPass(m_request, m_memory, backend).run();
    reading.took = std::chrono::nanoseconds(clock.nsecsElapsed());
    reading.commands = m_commands ? m_commands->count() - before : 0;
    return reading;
}

std::vector<MetricFamily> MetricsLog::note(MetricsReading reading)
{
    ++m_readings;
    for (const MetricPart part : reading.failed)
        ++m_errors[part];
    std::vector<MetricFamily> families = std::move(reading.families);
    const auto tell = [&families](Metric metric, MetricSample::Labels labels, double value) {
        families[std::size_t(metric)].add(std::move(labels), value);
    };
    tell(Metric::Up, {}, reading.error ? 0 : 1);
    tell(Metric::Build, {{"version", DUELINE_VERSION}}, 1);
    tell(Metric::ScrapeSeconds, {}, std::chrono::duration<double>(reading.took).count());
    tell(Metric::ScrapeCommands, {}, double(reading.commands));
    tell(Metric::Scrapes, {}, double(m_readings));
    for (const MetricPart part : allMetricParts)
        tell(Metric::ScrapeErrors, {{"part", metricPartName(part)}}, double(m_errors[part]));
    return families;
}

} // namespace dueline
