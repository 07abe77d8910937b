// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/loss.h"
#include "core/console/witness/recordfile.h"
#include "core/console/witness/serverreading.h"
#include "core/queue/task.h"

#include <deque>

namespace dueline {

/// Event after which tasks may be missing.
struct Discontinuity
{
    RecordEvent event;
    TimePoint seen{}; ///< last reading before the event
    Millis active{0}; ///< time since that reading during which workers could take tasks
    bool isTotal = false; ///< true if the server lost all data from before the event
};

/// Returns whether a server lost all data between two readings. `last`: reading before, if this recorder made it;
/// `known`: figures before, possibly from an earlier recorder.
bool hasLostAll(const QByteArray& kind, const ServerReading* last, const ServerSample& known, const ServerReading& now);
/// Returns whether a server that has taken over, or was restarted, proves by its replication offset that it has all
/// data of the last reading.
bool hasAllDataOf(const ServerReading& last, const ServerReading& now);

/// Comparison of each queue's figures before and after a discontinuity. Queues are compared at their first count after
/// it. Writes an event for each queue that lost tasks. Errors of all calls: Io.
class LossWatch
{
public:
    /// Creates a watch. `every`: interval between the readings.
    LossWatch(RecordFile& file, Millis every)
        : m_file(file)
        , m_every(every)
    { }

    /// Starts a comparison of all queues in the recording. A queue whose previous comparison has not ended keeps its
    /// earlier figures.
    Result<> begin(const Discontinuity& cause);
    /// Observes a count of a queue, and compares the queue if its comparison has not ended. `everAdded`: tasks added
    /// since the queue was created, if the framework counts them; `removed`: tasks that operators removed since the
    /// last reading. Returns the loss; nullopt if the queue has lost no tasks or was not compared.
    Result<std::optional<QueueLoss>> compare(
        const QueueName& queue, const RecordSample& after, std::optional<qint64> everAdded, qint64 removed);
    /// Returns the queues whose comparison has not ended.
    std::vector<QueueName> waiting() const;
    /// Ends all comparisons, because nothing that they wrote was stored.
    void forget();

private:
    /// Queue that has not been counted since the discontinuity.
    struct Pending
    {
        qint64 queue = 0;
        RecordSample before;
        Discontinuity cause;
    };

    /// Speed at which tasks leave a queue.
    struct Pace
    {
        qint64 perSecond = 0;
        bool knowsTaken = true; ///< LossEvidence::knowsTaken
    };
    /// Tasks that left a queue between its counts, for frameworks that count the added tasks.
    struct Flow
    {
        std::optional<RecordSample> last;
        qint64 everAdded = 0;
        std::deque<std::pair<TimePoint, qint64>> highest; ///< highest number per second by minute
    };

    Result<std::optional<Pending>> pendingOf(const RecordQueue& queue, const Discontinuity& cause) const;
    Result<Pace> pace(qint64 queue, TimePoint until) const;
    void observe(Flow& flow, const RecordSample& sample, std::optional<qint64> everAdded) const;
    Result<> write(qint64 queue, const QueueLoss& loss, TimePoint at);

    RecordFile& m_file;
    Millis m_every;
    std::map<QueueName, Pending> m_pending;
    std::map<QueueName, Flow> m_flows;
    std::map<qint64, std::pair<RecordEvent, QueueLoss>> m_written; ///< last loss of each queue
};

} // namespace dueline
