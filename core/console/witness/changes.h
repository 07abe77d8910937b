// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/loss.h"
#include "core/console/witness/recordedevents.h"
#include "core/console/witness/vanished.h"

namespace dueline {

/// Period of a recording to report on. Without `from`, the period begins just before the event that caused the last
/// loss. If no tasks were lost, it begins just before the last restart, failover, flush or eviction. If there was no
/// such event, it begins at the last mark or, without marks, an hour before the end of the period.
struct ChangesRequest
{
    std::optional<TimePoint> from = {};
    std::optional<TimePoint> to = {}; ///< end of the period; nullopt: the end of the recording
    QByteArray queue = {}; ///< queue whose changes are reported, together with the server's events; empty: all queues
    qint64 event = 0; ///< id of an event; the period begins just before this event; 0: see `from`
};

/// Per-minute rates of a queue; nullopt if unknown.
struct QueueRates
{
    std::optional<double> added;
    std::optional<double> took;
};

/// Changes in a queue during a period.
struct QueueChange
{
    static std::optional<qint64> figureOf(const std::optional<RecordSample>& sample, RecordSample::Figure figure)
    {
        return sample ? (*sample)[figure] : std::nullopt;
    }
    /// Returns whether a count or the state of the queue has changed.
    bool isChanged() const;

    QByteArray name;
    QByteArray layout;
    std::optional<RecordSample> before; ///< last figures before the period; nullopt if the queue was not recorded then
    std::optional<RecordSample> after; ///< last figures in the period
    QueueRates ratesBefore; ///< averages over the complete minutes within the ten minutes before the period
    QueueRates ratesAfter; ///< averages over the complete minutes in the period
};

/// Lost tasks of a queue.
struct LostTasks
{
    QByteArray queue;
    TimePoint at{}; ///< first count after the loss
    QueueLoss loss;
    std::optional<VanishedTasks> known = {}; ///< the lost tasks with recorded ids; nullopt: none
};

/// Sums over several losses.
struct LossTotals
{
    qint64 tasks = 0;
    qint64 mayHaveRun = 0;
    qint64 queues = 0;
};

/// Report about a period of a recording.
struct Changes
{
    /// Returns the name of an event's queue; empty for events that concern the server.
    QByteArray queueOf(const RecordEvent& event) const;
    LossTotals lossTotals() const;
    /// Returns whether nothing has happened in the period: no event, no loss, and no change in the state of a queue.
    bool isEmpty() const;

    QByteArray server;
    QByteArray writer;
    TimePoint began{}; ///< start of the recording
    TimePoint seen{}; ///< last reading of the recording
    bool isRunning = false; ///< true if the last span is still open
    TimePoint from{};
    TimePoint to{};
    std::optional<RecordEvent> around; ///< event from which the start of the period was derived
    std::vector<RecordEvent> events;
    std::vector<RecordGap> gaps;
    std::vector<LostTasks> losses; ///< losses, oldest first; `events` also contains them
    std::vector<QueueChange> queues; ///< changes by queue, sorted by name
    std::map<qint64, QByteArray> queueNames; ///< names of queues by the id in RecordEvent::queue
    std::optional<ServerSample> serverBefore;
    std::optional<ServerSample> serverAfter;
    /// sentences that explain what the recording cannot show, for translation in the context `LayoutWords`
    std::vector<const char*> unknown;
};

/// Reads the report of a period. Errors: Usage (the period ends before it begins); NotFound (the recording is empty, or
/// does not contain the queue); Io.
Result<Changes> readChanges(RecordFile& file, const ChangesRequest& request);

} // namespace dueline
