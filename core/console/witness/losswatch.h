// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/loss.h"
#include "core/console/witness/recordfile.h"
#include "core/console/witness/serverreading.h"
#include "core/queue/task.h"

#include <deque>
#include <functional>

namespace dueline {

/// Restart, failover, flush, or eviction that may have lost tasks.
struct Discontinuity
{
    RecordEvent event;
    TimePoint seen{}; ///< time of the last reading before the event
    Millis active{0}; ///< how long workers could claim tasks since that reading
    bool isTotal = false; ///< true if the server has lost all data from before the event
};

/// Returns whether a server lost all of its data between two readings. `kind`: kind of event. `last`: previous reading;
/// null if an earlier run of the recorder took it. `known`: the previous reading's figures. `now`: current reading.
bool hasLostAll(const QByteArray& kind, const ServerReading* last, const ServerSample& known, const ServerReading& now);
/// Returns whether a server that was restarted or has taken over still has all data from the last reading, as proven by
/// its replication offset.
bool hasAllDataOf(const ServerReading& last, const ServerReading& now);
/// Returns whether a server that has taken over lacks data from the last reading, as proven by its replication offset.
/// If so, tasks added since its last synchronization are lost, and tasks finished since then reappear.
bool lacksDataOf(const ServerReading& last, const ServerReading& now);

/// Comparison of queue counts before and after an event that may have lost tasks. Each queue is compared at its first
/// count after the event. If it has lost tasks, this is recorded as a separate event. All functions can fail with Io.
class LossWatch
{
public:
    /// Creates a watch. `every`: interval between readings.
    LossWatch(RecordFile& file, Millis every)
        : m_file(file)
        , m_every(every)
    { }

    /// Starts comparing all recorded queues. A queue that hasn't been counted since an earlier event is compared with
    /// its count before that event.
    /// `isRead`: returns whether this recorder reads a queue; if empty, it reads all queues in the file.
    Result<> begin(const Discontinuity& cause, const std::function<bool(const QueueName&)>& isRead = {});
    /// Handles a new count of a queue, which ends its comparison. `everAdded`: number of tasks ever added, if the
    /// framework counts them. `removed`: number of tasks removed by users since the last reading. `nextDue`: first due
    /// time in the future. Returns the loss; nullopt if there is none, or if the queue wasn't waiting for a comparison.
    Result<std::optional<QueueLoss>> compare(const QueueName& queue, const RecordSample& after,
        std::optional<qint64> everAdded, qint64 removed, std::optional<TimePoint> nextDue = {});
    /// Returns the queues that haven't been counted since the event.
    std::vector<QueueName> waiting() const;
    /// Forgets all comparisons. Call this if the reading couldn't be written to the recording.
    void forget();

private:
    /// Queue whose next count needs comparing.
    struct Pending
    {
        qint64 queue = 0;
        RecordSample before;
        Discontinuity cause;
        std::optional<TimePoint> nextDue = {}; ///< first due time after `before`; nullopt: none or unknown
    };

    /// Rate at which tasks left a queue.
    struct Pace
    {
        qint64 perSecond = 0;
        bool knowsTaken = true; ///< same meaning as in LossEvidence
    };
    /// Rates for a queue whose framework counts added tasks.
    struct Flow
    {
        std::optional<RecordSample> last;
        qint64 everAdded = 0;
        std::deque<std::pair<TimePoint, qint64>> highest; ///< highest rate in each minute, in tasks per second
    };

    Result<std::optional<Pending>> pendingOf(const RecordQueue& queue, const Discontinuity& cause) const;
    Result<Pace> pace(qint64 queue, TimePoint until) const;
    void observe(Flow& flow, const RecordSample& sample, std::optional<qint64> everAdded) const;
    Result<> write(qint64 queue, const QueueLoss& loss, TimePoint at);

    RecordFile& m_file;
    Millis m_every;
    std::map<QueueName, Pending> m_pending;
    std::map<QueueName, Flow> m_flows;
    std::map<QueueName, std::optional<TimePoint>> m_nextDue; ///< first due time in each queue's last count
    /// Each queue's last recorded loss, by the queue's id in the recording.
    std::map<qint64, std::pair<RecordEvent, QueueLoss>> m_written;
};

} // namespace dueline
