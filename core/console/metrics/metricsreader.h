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

/// Queues to report, and limits on each reading.
struct MetricsRequest
{
    std::vector<QueueName> queues = {}; ///< queues to report; empty: all
    /// Actual queue names by requested name, where these differ, such as `mail` for `mail@bullmq`.
    std::map<QueueName, QueueName> meant = {};
    std::size_t most = 100; ///< maximum number of queues to report; the number of omitted queues is itself a metric
    Millis within{2'000}; ///< time limit; parts that have not begun by then are skipped
};

struct MetricsReading
{
    /// Families in output order. MetricsLog sets the values for families that describe the reading itself.
    std::vector<MetricFamily> families;
    std::set<MetricPart> failed; ///< parts that couldn't be read, at least for some queues
    std::optional<Error> error; ///< error that prevented reading the queues
    std::chrono::nanoseconds took{};
    qint64 commands = 0;
    qint64 leftOut = 0;

    /// Returns the result of a reading that failed completely.
    static MetricsReading failedBy(const Error& error, std::chrono::nanoseconds took);
};

/// Failure time of a queue's oldest failed task. `count`: number of failed tasks when this time was read.
struct OldestFailed
{
    static constexpr Millis believedFor{60'000}; ///< longest time to use `at` while `count` is unchanged

    qint64 count = 0;
    TimePoint at{};
    TimePoint readAt{};
};

/// State that a reading passes to the next one.
struct MetricsMemory
{
    QueueTotals totals;
    std::map<QueueName, OldestFailed> failed = {};
    std::vector<QueueName> told = {}; ///< queues reported by the last reading
    SilenceWatch silence{silencePause};
    int looks = 0; ///< number of readings that have updated `silence`
    /// Longest interval between readings at which silence can be detected.
    static constexpr Millis silencePause{150'000};
};

/// Reader of a connection's metrics. Each reading reads the queues, workers, leases, and operations once, as well as
/// statistics added since the last reading. Writes nothing. Use it on one thread only.
class MetricsReader
{
public:
    /// Creates a reader. `commands`: observes the backend's connections and counts their commands; may be null.
    /// `totals`: an earlier reader's totals().
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
