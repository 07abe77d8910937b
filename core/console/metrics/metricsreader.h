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

/// Queues to report, and the time limit of a reading.
struct MetricsRequest
{
    std::vector<QueueName> queues = {}; ///< names of the queues to report; empty: all
    /// Map from requested names to the actual names of the queues, if these differ: `mail@bullmq`
    /// to `mail`.
    std::map<QueueName, QueueName> meant = {};
    std::size_t most = 100; ///< maximum number of queues to report; all further queues are only counted
    Millis within{2'000}; ///< time limit, after which no part is started
};

/// Result of one reading.
struct MetricsReading
{
    /// families in output order; the families that describe the reading itself have no values
    std::vector<MetricFamily> families;
    std::set<MetricPart> failed; ///< parts that could not be read for every queue
    std::optional<Error> error; ///< error while reading the queues; nullopt: none
    std::chrono::nanoseconds took{};
    qint64 commands = 0;
    qint64 leftOut = 0;

    /// Returns the result of a reading that failed completely.
    static MetricsReading failedBy(const Error& error, std::chrono::nanoseconds took);
};

/// Failure time of a queue's oldest failed task, and the number of failed tasks at the time of reading.
struct OldestFailed
{
    static constexpr Millis believedFor{60'000}; ///< time for which `at` remains valid if the number does not change

    qint64 count = 0;
    TimePoint at{};
    TimePoint readAt{};
};

/// State that is passed from one reading to the next.
struct MetricsMemory
{
    QueueTotals totals;
    std::map<QueueName, OldestFailed> failed = {};
    std::vector<QueueName> told = {}; ///< queues that have been reported
    SilenceWatch silence{silencePause};
    int looks = 0; ///< number of readings of `silence`
    /// Longest interval between scrapes at which silence can still be detected.
    static constexpr Millis silencePause{150'000};
};

/// Reader of a connection's metrics. It reads the lists of queues, workers, leases and operations once each, and the
/// statistics since the last reading. Writes nothing. Bound to one thread.
class MetricsReader
{
public:
    /// Creates a reader. `commands`: observer of the backend's connections; null: commands are not counted.
    explicit MetricsReader(
        MetricsRequest request, std::shared_ptr<const CommandCounter> commands = {}, QueueTotals totals = {});

    MetricsReading read(Backend& backend);
    /// Returns the totals, to be passed to a later reader.
    const QueueTotals& totals() const { return m_memory.totals; }

private:
    MetricsRequest m_request;
    std::shared_ptr<const CommandCounter> m_commands;
    MetricsMemory m_memory;
};

/// Statistics about the readings and their cost, reported as metrics.
class MetricsLog
{
public:
    /// Returns the families of a reading, including those about the reading itself.
    std::vector<MetricFamily> note(MetricsReading reading);

private:
    qint64 m_readings = 0;
    std::map<MetricPart, qint64> m_errors;
};

} // namespace dueline
