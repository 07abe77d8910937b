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

/// Which queues are told of, and how long reading them may take.
struct MetricsRequest
{
    std::vector<QueueName> queues = {}; ///< these alone; empty: all, by name
    std::map<QueueName, QueueName> meant = {}; ///< where no queue is called so: `mail` of `mail@bullmq`
    std::size_t most = 100; ///< queues; the others are left out and counted
    Millis within{2'000}; ///< no further part is begun after that
};

/// What one reading found.
struct MetricsReading
{
    std::vector<MetricFamily> families; ///< in their order; those of the reading itself are without values
    std::set<MetricPart> failed; ///< parts that were not read, or not of every queue
    std::optional<Error> error; ///< why the queues could not be read; nullopt: they were
    std::chrono::nanoseconds took{};
    qint64 commands = 0;
    qint64 leftOut = 0;

    /// Nothing could be read.
    static MetricsReading failedBy(const Error& error, std::chrono::nanoseconds took);
};

/// When the oldest failed task of a queue had failed, as it was read with so many failed tasks.
struct OldestFailed
{
    static constexpr Millis believedFor{60'000}; ///< while their number stays the same

    qint64 count = 0;
    TimePoint at{};
    TimePoint readAt{};
};

/// What one reading leaves to the next.
struct MetricsMemory
{
    QueueTotals totals;
    std::map<QueueName, OldestFailed> failed = {};
    std::vector<QueueName> told = {}; ///< queues that were told of
};

/// Reads the figures of a connection: what the list of queues, workers, leases and operations tell, once, and the
/// statistics since the last reading. Writes nothing. Bound to one thread.
class MetricsReader
{
public:
    /// `commands`: what the backend's connections are observed by; null: they are not counted.
    explicit MetricsReader(
        MetricsRequest request, std::shared_ptr<const CommandCounter> commands = {}, QueueTotals totals = {});

    MetricsReading read(Backend& backend);
    /// To go on with later.
    const QueueTotals& totals() const { return m_memory.totals; }

private:
    MetricsRequest m_request;
    std::shared_ptr<const CommandCounter> m_commands;
    MetricsMemory m_memory;
};

/// Counts readings, and tells of each what it cost.
class MetricsLog
{
public:
    /// The families of a reading, complete.
    std::vector<MetricFamily> note(MetricsReading reading);

private:
    qint64 m_readings = 0;
    std::map<MetricPart, qint64> m_errors;
};

} // namespace dueline
