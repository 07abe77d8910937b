// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/metricsreader.h"

#include <QDeadlineTimer>

namespace dueline {

/// Single reading of the metrics. The parts are read in order, and use the results of earlier parts.
class MetricsPass
{
public:
    MetricsPass(const MetricsRequest& request, MetricsMemory& memory, Backend& backend)
        : m_request(request)
        , m_memory(memory)
        , m_backend(backend)
        , m_inspector(backend.inspector())
        , m_until(request.within)
    { }

    /// Reads the metrics. Call this only once.
    MetricsReading run();

private:
    /// Queue to report.
    struct Told
    {
        QueueInfo info;
        MetricSample::Labels labels;
        Capabilities can;
    };

    MetricFamily& family(Metric metric) { return m_reading.families[std::size_t(metric)]; }
    bool take(MetricPart part, const Error& error);
    Result<std::vector<QueueInfo>> list();
    void discover();
    void choose(std::vector<QueueInfo> queues);
    void tellCounts(const Told& queue);
    bool readWorkers();
    bool readSilence();
    bool readOperations();
    bool readOldestFailed(const Told& queue);
    bool findOldestFailed(const QueueInfo& info);
    bool readLeases(const Told& queue);
    bool readStatistics(const Told& queue);
    void tellStatistics(const Told& queue);
    bool isLate();
    void readQueues();

    const MetricsRequest& m_request;
    MetricsMemory& m_memory;
    Backend& m_backend;
    QueueInspector& m_inspector;
    QDeadlineTimer m_until;
    std::vector<Told> m_queues;
    std::vector<WorkerInfo> m_workers;
    bool m_knowsWorkers = false;
    MetricsReading m_reading;
};

} // namespace dueline
