// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/commandcounter.h"
#include "core/console/metrics/metricstable.h"
#include "core/console/metrics/queuetotals.h"
#include "core/console/witness/silencewatch.h"
#include "core/queue/backend.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace dueline {

/// Queues to report, and limits for each reading.
struct MetricsRequest
{
    std::vector<QueueName> queues = {}; ///< queues to report; empty: all
    /// Actual queue names by requested name, if these differ, such as `mail` for `mail@bullmq`.
    std::map<QueueName, QueueName> meant = {};
    std::size_t most = 100; ///< maximum number of queues to report; the number of omitted queues is a metric, too
    Millis within{2'000}; ///< time limit; parts that have not begun by then are skipped
};

/// Result of one reading.
struct MetricsReading
{
    /// Families in output order. MetricsLog sets the values of the families that describe the reading itself.
    std::vector<MetricFamily> families;
    std::set<MetricPart> failed; ///< parts that could not be read, or not for every queue
    std::optional<Error> error; ///< error that prevented the queues from being read
    std::chrono::nanoseconds took{};
    qint64 commands = 0;
    qint64 leftOut = 0;

    /// Returns the result of a reading in which nothing could be read.
    static MetricsReading failedBy(const Error& error, std::chrono::nanoseconds took);
};

/// Time at which the oldest failed task of a queue failed. `count`: number of failed tasks when this was read.
struct OldestFailed
{
    static constexpr Millis believedFor{60'000}; ///< time for which `at` is used while `count` does not change

    qint64 count = 0;
    TimePoint at{};
    TimePoint readAt{};
};

/// State that a reading passes to the next one.
struct MetricsMemory
{
    QueueTotals totals;
    std::map<QueueName, OldestFailed> failed = {};
    std::vector<QueueName> told = {}; ///< queues that the last reading reported
    SilenceWatch silence{silencePause};
    int looks = 0; ///< number of readings that have updated `silence`
    /// Longest interval between readings over which silence can be detected.
    static constexpr Millis silencePause{150'000};
};

/// Reader of a connection's metrics. Each reading reads the queues, workers, leases and operations once, and the
/// statistics that are new since the last reading. Writes nothing. Use it on one thread only.
class MetricsReader
{
public:
    /// Creates a reader. `commands`: observer of the backend's connections, which counts their commands; may be null.
    /// `totals`: totals() of an earlier reader.
    explicit MetricsReader(
        MetricsRequest request, std::shared_ptr<const CommandCounter> commands = {}, QueueTotals totals = {});

    MetricsReading read(Backend& backend);
    /// Returns the totals, which can be passed to a later reader.
    const QueueTotals& totals() const { return m_memory.totals; }

private:
    MetricsRequest m_request;
    std::shared_ptr<const CommandCounter> m_commands;
    MetricsMemory m_memory;
};

/// Metrics about the readings themselves, such as their number and cost.
class MetricsLog
{
public:
    /// Adds a reading. Returns its families, including those about the readings.
    std::vector<MetricFamily> note(MetricsReading reading);

private:
    qint64 m_readings = 0;
    std::map<MetricPart, qint64> m_errors;
};

} // namespace dueline
