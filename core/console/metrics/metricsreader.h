// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/commandcounter.h"
#include "core/console/metrics/metricstable.h"
#include "core/console/metrics/queuetotals.h"
#include "core/queue/backend.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace dueline {

/// Queues to report, and the time limit of a reading.
struct MetricsRequest
{
    std::vector<QueueName> queues = {}; ///< queues to report, by name; empty: all
    /// Resolved names, by requested names that no queue has: `mail` of `mail@bullmq`
    std::map<QueueName, QueueName> meant = {};
    std::size_t most = 100; ///< maximum number of queues; the others are omitted and counted
    Millis within{2'000}; ///< time after which no further part begins
};

/// Result of one reading.
struct MetricsReading
{
    std::vector<MetricFamily> families; ///< families in order; those about the reading itself have no values
    std::set<MetricPart> failed; ///< parts that were not read, or not for every queue
    std::optional<Error> error; ///< error of reading the queues; nullopt: none
    std::chrono::nanoseconds took{};
    qint64 commands = 0;
    qint64 leftOut = 0;

    /// Returns the result of a reading that failed as a whole.
    static MetricsReading failedBy(const Error& error, std::chrono::nanoseconds took);
};

/// Failure time of the oldest failed task of a queue, as read with that number of failed tasks.
struct OldestFailed
{
    static constexpr Millis believedFor{60'000}; ///< validity while the number is unchanged

    qint64 count = 0;
    TimePoint at{};
    TimePoint readAt{};
};

/// State that one reading passes to the next.
struct MetricsMemory
{
    QueueTotals totals;
    std::map<QueueName, OldestFailed> failed = {};
    std::vector<QueueName> told = {}; ///< queues reported so far
};

/// Reader of a connection's figures: lists of queues, workers, leases and operations, each once, and the statistics
/// since the last reading. Writes nothing. Bound to one thread.
class MetricsReader
{
public:
    /// `commands`: observer of the backend's connections; null: commands are not counted.
    explicit MetricsReader(
        MetricsRequest request, std::shared_ptr<const CommandCounter> commands = {}, QueueTotals totals = {});

    MetricsReading read(Backend& backend);
    /// Returns the totals, for a later reader.
    const QueueTotals& totals() const { return m_memory.totals; }

private:
    MetricsRequest m_request;
    std::shared_ptr<const CommandCounter> m_commands;
    MetricsMemory m_memory;
};

/// Counter of readings, which reports the cost of each.
class MetricsLog
{
public:
    /// Returns the complete families of a reading.
    std::vector<MetricFamily> note(MetricsReading reading);

private:
    qint64 m_readings = 0;
    std::map<MetricPart, qint64> m_errors;
};

} // namespace dueline
