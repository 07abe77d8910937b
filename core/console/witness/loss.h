// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordrows.h"

#include <utility>

namespace dueline {

/// Counts of tasks that can be lost, with their names in JSON.
inline constexpr std::pair<RecordSample::Figure, const char*> lossFigures[]{{RecordSample::Scheduled, "scheduled"},
    {RecordSample::Due, "due"}, {RecordSample::Retrying, "retrying"}, {RecordSample::Leased, "leased"},
    {RecordSample::Failed, "failed"}};

/// Data from which the loss of a queue is computed.
struct LossEvidence
{
    RecordSample before; ///< last figures before the event
    RecordSample after; ///< first figures after the event
    bool isTotal = false; ///< true if the server lost all data from before the event
    qint64 added = 0; ///< number of tasks known to have been added between the two readings
    qint64 removed = 0; ///< number of tasks that operators removed between the two readings
    qint64 perSecond = 0; ///< recent maximum rate at which tasks left the queue, in tasks per second
    /// false if `perSecond` may be too low, because tasks that arrive at the same time hide tasks that leave
    bool knowsTaken = true;
    Millis active{0}; ///< time between the two readings during which workers could claim tasks
};

/// Tasks that one queue lost because of a restart, failover, flush or eviction.
struct QueueLoss
{
    qint64 event = 0; ///< id of the event that caused the loss
    QByteArray cause; ///< kind of the event
    RecordSample before;
    RecordSample after;
    qint64 tasks = 0; ///< number of lost tasks
    qint64 mayHaveRun = 0; ///< upper limit for the number of lost tasks that workers may have run before the event
    bool isTotal = false; ///< true if the server lost all data from before the event
};

/// Returns the number of tasks in a queue, including failed tasks but not done ones.
qint64 tasksIn(const RecordSample& sample);
/// Returns the decrease in a queue's number of tasks, not counting tasks that are now stored as done.
qint64 shrinkage(const RecordSample& before, const RecordSample& after);

/// Computes the loss of a queue, without its cause. Returns nullopt if no tasks are missing, or if workers and
/// operators may have removed all of the missing tasks.
std::optional<QueueLoss> lossFrom(const LossEvidence& evidence);

/// Returns a description such as `1,940 tasks were lost: …; up to 7 may have run`.
QString lossText(const QueueLoss& loss);
/// Returns a clause about the number of lost tasks that may have run. `tasks`: see QueueLoss::mayHaveRun.
QString mayHaveRunText(qint64 tasks);
/// Converts a loss to a JSON object for a recording, and back. Unknown members are ignored.
QByteArray lossJson(const QueueLoss& loss);
QueueLoss lossOf(const QByteArray& json);

} // namespace dueline
