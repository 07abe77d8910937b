// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/metricfamily.h"

#include <array>

namespace dueline {

/// Metrics for a connection and its queues, in output order.
enum class Metric : quint8 {
    Up,
    Build,
    RedisInfo,
    ScrapeSeconds,
    ScrapeCommands,
    Scrapes,
    ScrapeErrors,
    Queues,
    QueuesLeftOut,
    DiscoveryComplete,
    Workers,
    WorkerSlots,
    WorkerSlotsUsed,
    Readable,
    Paused,
    Tasks,
    OldestDueAge,
    OldestFailedAge,
    Damaged,
    QueueWorkers,
    SilentLeases,
    SilentSeconds,
    Held,
    Operations,
    Added,
    Discarded,
    Claims,
    Outcomes,
    Lateness,
    RunTime,
};

/// Parts of a reading, as named in dueline_scrape_errors_total.
enum class MetricPart : quint8 { Queues, Discovery, Workers, Operations, Failed, Leases, Statistics, Time };
inline constexpr std::array allMetricParts{MetricPart::Queues, MetricPart::Discovery, MetricPart::Workers,
    MetricPart::Operations, MetricPart::Failed, MetricPart::Leases, MetricPart::Statistics, MetricPart::Time};
QByteArray metricPartName(MetricPart part);

/// Returns a metric's family, without any values.
MetricFamily familyOf(Metric metric);
/// Returns all families in output order, without any values.
std::vector<MetricFamily> allFamilies();

} // namespace dueline
