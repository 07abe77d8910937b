// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/loss.h"
#include "core/console/witness/recordfile.h"
#include "core/console/witness/serverreading.h"
#include "core/queue/task.h"

#include <deque>

namespace dueline {

/// Restart, failover, flush or eviction, after which tasks may be missing.
struct Discontinuity
{
    RecordEvent event;
    TimePoint seen{}; ///< last reading before the event
    Millis active{0}; ///< time since the last reading during which workers could claim tasks
    bool isTotal = false; ///< true if the server lost all data from before the event
};

/// Returns whether a server lost all data between two readings. `kind`: kind of the event; `last`: previous reading,
/// null if an earlier recorder made it; `known`: figures of the previous reading, possibly from an earlier recorder.
bool hasLostAll(const QByteArray& kind, const ServerReading* last, const ServerSample& known, const ServerReading& now);
/// Returns whether a server that was restarted or has taken over has all data of the last reading, as proved by its
/// replication offset.
bool hasAllDataOf(const ServerReading& last, const ServerReading& now);

/// Comparison of each queue's figures before and after a discontinuity, using the queue's first
/// count after the discontinuity. Writes an event for each queue that lost tasks. Errors of all
/// calls: Io.
class LossWatch
{
public:
    /// Creates a watch. `every`: interval between the readings.
    LossWatch(RecordFile& file, Millis every)
        : m_file(file)
        , m_every(every)
    { }

    /// Starts a comparison of all queues in the recording. A queue whose previous comparison has not finished continues
    /// to use the figures from before the previous discontinuity.
    Result<> begin(const Discontinuity& cause);
    /// Evaluates a new count of a queue, and finishes the comparison if one is pending. `everAdded`: number of tasks
    /// added since the queue was created, if the framework counts them; `removed`: number of tasks that operators
    /// removed since the last reading. Returns the loss; nullopt if the queue has lost no tasks or was not compared.
    Result<std::optional<QueueLoss>> compare(
        const QueueName& queue, const RecordSample& after, std::optional<qint64> everAdded, qint64 removed);
    /// Returns the queues with a pending comparison.
    std::vector<QueueName> waiting() const;
    /// Discards all comparisons, because their results were not stored.
    void forget();

private:
    /// Queue that has not been counted since the discontinuity.
    struct Pending
    {
        qint64 queue = 0;
        RecordSample before;
        Discontinuity cause;
    };

    /// Rate at which tasks leave a queue.
    struct Pace
    {
        qint64 perSecond = 0;
        bool knowsTaken = true; ///< value for LossEvidence::knowsTaken
    };
    /// Rates at which tasks left a queue, for frameworks that count the added tasks.
    struct Flow
    {
        std::optional<RecordSample> last;
        qint64 everAdded = 0;
        std::deque<std::pair<TimePoint, qint64>> highest; ///< maximum number of tasks per second, by minute
    };

    Result<std::optional<Pending>> pendingOf(const RecordQueue& queue, const Discontinuity& cause) const;
    Result<Pace> pace(qint64 queue, TimePoint until) const;
    void observe(Flow& flow, const RecordSample& sample, std::optional<qint64> everAdded) const;
    Result<> write(qint64 queue, const QueueLoss& loss, TimePoint at);

    RecordFile& m_file;
    Millis m_every;
    std::map<QueueName, Pending> m_pending;
    std::map<QueueName, Flow> m_flows;
    /// last loss of each queue, by the queue's id in the recording
    std::map<qint64, std::pair<RecordEvent, QueueLoss>> m_written;
};

} // namespace dueline
