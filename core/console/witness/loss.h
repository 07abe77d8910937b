// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordrows.h"

#include <utility>

namespace dueline {

/// Counts of tasks that a server can lose, with their JSON names.
inline constexpr std::pair<RecordSample::Figure, const char*> lossFigures[]{{RecordSample::Scheduled, "scheduled"},
    {RecordSample::Due, "due"}, {RecordSample::Retrying, "retrying"}, {RecordSample::Leased, "leased"},
    {RecordSample::Failed, "failed"}};

/// Data for determining how many tasks were lost from a queue.
struct LossEvidence
{
    RecordSample before; ///< last figures before the event
    RecordSample after; ///< first figures after the event
    bool isTotal = false; ///< true if the server has lost all data from before the event
    qint64 added = 0; ///< number of tasks known to have been added between the two readings
    qint64 removed = 0; ///< number of tasks removed by users between the two readings
    qint64 perSecond = 0; ///< highest recent rate at which tasks left the queue, in tasks per second
    /// False if `perSecond` may be too low: if tasks arrive as fast as they leave, the rate isn't visible.
    bool knowsTaken = true;
    Millis active{0}; ///< how long workers could claim tasks between the two readings
    /// false if no scheduled or retrying tasks became due between the two readings
    bool mayBecomeDue = true;
};

/// Tasks lost from a queue through a restart, failover, flush, or eviction.
struct QueueLoss
{
    qint64 event = 0; ///< id of the event that caused the loss
    QByteArray cause; ///< kind of the event that caused the loss
    RecordSample before;
    RecordSample after;
    qint64 tasks = 0;
    /// upper limit on the number of lost tasks that workers may have run before the event: the tasks that were due
    qint64 mayHaveRun = 0;
    bool isTotal = false; ///< true if the server has lost all data from before the event
};

/// Returns the number of tasks in a queue, including failed tasks but not done ones.
qint64 tasksIn(const RecordSample& sample);
/// Returns how far a queue's task count has dropped, not counting tasks that are now stored as done.
qint64 shrinkage(const RecordSample& before, const RecordSample& after);

/// Returns a queue's loss, without `event` and `cause`. Returns nullopt if no tasks are missing, or if workers and
/// users may have removed all of the missing ones.
std::optional<QueueLoss> lossFrom(const LossEvidence& evidence);

/// Returns a sentence without a period, such as `1,940 tasks were lost: …; up to 7 may have run`.
QString lossText(const QueueLoss& loss);
/// Returns a clause that says how many lost tasks may have run. `tasks`: QueueLoss::mayHaveRun. Used in all texts about
/// losses.
QString mayHaveRunText(qint64 tasks);
/// Converts a loss to the JSON stored in a recording; lossOf() converts it back. Unknown members are ignored.
QByteArray lossJson(const QueueLoss& loss);
QueueLoss lossOf(const QByteArray& json);

} // namespace dueline
