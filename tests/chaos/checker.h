// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"
#include "tests/chaos/snapshot.h"

#include <QStringList>

#include <map>

namespace dueline::chaos {

/// Result for a queue: counts, and violated promises.
struct Verdict
{
    qint64 addsAnswered = 0;
    qint64 addsUnknown = 0; ///< adds that were sent and never answered
    qint64 lost = 0; ///< adds with an answer whose task is missing without a reason
    qint64 claims = 0;
    qint64 executions = 0;
    qint64 again = 0; ///< later leases of tasks that had been leased before
    std::map<QByteArray, qint64> againBecause; ///< number by reason: nack, release, operator, expiry
    qint64 unexplained = 0; ///< part of `again` without a reason
    std::map<QByteArray, qint64> acks; ///< number by answer, or `unanswered`
    qint64 acceptedTwice = 0;
    qint64 operatorActions = 0;
    qint64 edits = 0; ///< edits of tasks in place, included in actions
    qint64 editsDone = 0; ///< edits answered as done
    qint64 editsRun = 0; ///< executions with contents that come from an edit
    qint64 ticks = 0; ///< tasks created by schedules
    qint64 ticksTwice = 0;
    qint64 keysTaken = 0; ///< adds that claimed a unique key
    std::map<QByteArray, qint64> places; ///< tasks per state at the end
    qint64 violationCount = 0;
    QStringList violations; ///< first 100 violations, as sentences that name queue and task

    void violate(const QString& sentence);
};

/// Comparison of the records made outside Redis with the data in Redis. Must receive every entry of the journal before
/// the queues are queried.
class Checker
{
public:
    /// Creates a checker. `lease`: lease time of every worker. No other worker can hold a task earlier, unless the
    /// lease was ended for another reason.
    explicit Checker(Millis lease);
    ~Checker();

    void add(const Entry& entry);
    Verdict check(const QueueName& queue, const Snapshot& snapshot) const;

private:
    struct Story;
    struct Queue;
    void checkPlace(
        const TaskId& id, const Story& story, const Snapshot& snapshot, const QueueName& queue, Verdict& verdict) const;
    void checkRuns(
        const TaskId& id, const Story& story, const Queue& told, const QueueName& queue, Verdict& verdict) const;
    void checkEdits(const TaskId& id, const Story& story, const Queue& told, const Snapshot& snapshot,
        const QueueName& queue, Verdict& verdict) const;
    void checkShape(const Snapshot& snapshot, const QueueName& queue, Verdict& verdict) const;

    Millis m_lease;
    std::map<QueueName, Queue> m_queues;
};

} // namespace dueline::chaos
