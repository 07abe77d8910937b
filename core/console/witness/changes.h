// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/loss.h"
#include "core/console/witness/recordedevents.h"
#include "core/console/witness/vanished.h"

namespace dueline {

/// Period of a recording to report on. Without `from`, it begins just before the event that caused the last loss; if no
/// tasks were lost, just before the last restart, failover, flush, or eviction; without such an event, at the last
/// mark; and without marks, an hour before the end of the period.
struct ChangesRequest
{
    std::optional<TimePoint> from = {};
    std::optional<TimePoint> to = {}; ///< end of the period; nullopt: end of the recording
    QByteArray queue = {}; ///< queue to report on, in addition to the server; empty: all queues
    qint64 event = 0; ///< id of the event that the period begins just before; 0: none
};

/// A queue's rates in tasks per minute; nullopt if unknown.
struct QueueRates
{
    std::optional<double> added;
    std::optional<double> took;
};

/// Changes to a queue during the period.
struct QueueChange
{
    static std::optional<qint64> figureOf(const std::optional<RecordSample>& sample, RecordSample::Figure figure)
    {
        return sample ? (*sample)[figure] : std::nullopt;
    }
    /// Returns whether any count or the queue's state has changed.
    bool isChanged() const;

    QByteArray name;
    QByteArray layout;
    std::optional<RecordSample> before; ///< last figures before the period; nullopt if there are none
    std::optional<RecordSample> after; ///< last figures in the period
    QueueRates ratesBefore; ///< average rates over the complete minutes within the ten minutes before the period
    QueueRates ratesAfter; ///< average rates over the complete minutes of the period
};

/// Tasks lost from one queue.
struct LostTasks
{
    QByteArray queue;
    TimePoint at{}; ///< time of the queue's first count after the loss
    QueueLoss loss;
    std::optional<VanishedTasks> known = {}; ///< lost tasks whose ids were recorded; nullopt if there are none
};

/// Totals over several losses.
struct LossTotals
{
    qint64 tasks = 0;
    qint64 mayHaveRun = 0;
    qint64 queues = 0;
};

/// Report on a period of a recording.
struct Changes
{
    /// Returns the queue that an event belongs to; empty for a server event.
    QByteArray queueOf(const RecordEvent& event) const;
    LossTotals lossTotals() const;
    /// Returns whether there is nothing to report: no events, no losses, and no changed queues.
    bool isEmpty() const;

    QByteArray server;
    QByteArray writer;
    TimePoint began{}; ///< start of the recording
    TimePoint seen{}; ///< time of the last reading
    Millis age{0}; ///< time since the last reading
    bool isRunning = false; ///< see RecordSpan::isCurrent()
    TimePoint from{};
    TimePoint to{};
    std::optional<RecordEvent> around; ///< event that the period begins just before; nullopt: none
    std::vector<RecordEvent> events;
    std::vector<RecordGap> gaps;
    qint64 lostElsewhere = 0; ///< number of tasks lost from other queues, if the report covers only one
    std::vector<LostTasks> losses; ///< oldest first; also included in `events`
    std::vector<QueueChange> queues; ///< sorted by name
    std::map<qint64, QByteArray> queueNames; ///< queue names, by the ids used in events
    std::optional<ServerSample> serverBefore;
    std::optional<ServerSample> serverAfter;
    /// Sentences that say what the recording can't contain. They are translated in the context `LayoutWords`.
    std::vector<const char*> unknown;
};

/// Reports on a period of a recording. Errors: Usage (the period ends before it begins); NotFound (the recording is
/// empty or doesn't contain the queue); Io.
Result<Changes> readChanges(RecordFile& file, const ChangesRequest& request);

} // namespace dueline
