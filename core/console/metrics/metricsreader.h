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
    /// Resolved names for requested names that no queue has: `mail` for `mail@bullmq`
    std::map<QueueName, QueueName> meant = {};
    std::size_t most = 100; ///< maximum number of queues reported; additional queues are only counted
    Millis within{2'000}; ///< time limit after which no further part is started
};

/// Result of one reading.
struct MetricsReading
{
    std::vector<MetricFamily> families; ///< families in order; families about the reading itself have no values
    std::set<MetricPart> failed; ///< parts that were not read, or not for every queue
    std::optional<Error> error; ///< error while reading the queues; nullopt: none
    std::chrono::nanoseconds took{};
    qint64 commands = 0;
    qint64 leftOut = 0;

    /// Returns the result of a reading that failed completely.
    static MetricsReading failedBy(const Error& error, std::chrono::nanoseconds took);
};

/// Failure time of the oldest failed task of a queue, with the number of failed tasks at the time of the read.
struct OldestFailed
{
    static constexpr Millis believedFor{60'000}; ///< period of validity while the number is unchanged

    qint64 count = 0;
    TimePoint at{};
    TimePoint readAt{};
};

/// State that is passed from one reading to the next.
struct MetricsMemory
{
    QueueTotals totals;
    std::map<QueueName, OldestFailed> failed = {};
    std::vector<QueueName> told = {}; ///< queues that were reported so far
    SilenceWatch silence{silencePause};
    int looks = 0; ///< readings of `silence`
    /// Longest interval between scrapes after which silence is still recognized.
    static constexpr Millis silencePause{150'000};
};

/// Reader of a connection's figures: lists of queues, workers, leases and operations, each read once, and the
/// statistics since the last reading. Writes nothing. Bound to one thread.
class MetricsReader
{
public:
    /// Creates a reader. `commands`: observer of the backend's connections; null: commands are not counted.
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

/// Log of the readings, which reports the cost of each.
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
