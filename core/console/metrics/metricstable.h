// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/metricfamily.h"

#include <array>

namespace dueline {

/// What is told of a connection and its queues, in the order in which it is written.
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
    Operations,
    Added,
    Discarded,
    Claims,
    Outcomes,
    Lateness,
    RunTime,
};

/// The parts of a reading, as dueline_scrape_errors_total names them.
enum class MetricPart : quint8 { Queues, Discovery, Workers, Operations, Failed, Leases, Statistics, Time };
inline constexpr std::array allMetricParts{MetricPart::Queues, MetricPart::Discovery, MetricPart::Workers,
    MetricPart::Operations, MetricPart::Failed, MetricPart::Leases, MetricPart::Statistics, MetricPart::Time};
QByteArray metricPartName(MetricPart part);

/// The family of a metric, without values.
MetricFamily familyOf(Metric metric);
/// All of them, in their order.
std::vector<MetricFamily> allFamilies();

} // namespace dueline
