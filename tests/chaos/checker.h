// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"
#include "tests/chaos/snapshot.h"

#include <QStringList>

#include <map>

namespace dueline::chaos {

/// A queue's result: counts and broken promises.
struct Verdict
{
    qint64 addsAnswered = 0;
    qint64 addsUnknown = 0; ///< adds that were sent but never answered
    qint64 lost = 0; ///< confirmed adds whose task is missing for no known reason
    qint64 claims = 0;
    qint64 executions = 0;
    qint64 again = 0; ///< number of leases for tasks that had been leased before
    std::map<QByteArray, qint64> againBecause; ///< number of repeated leases by reason: nack, release, operator, expiry
    qint64 unexplained = 0; ///< number of leases in `again` without a known reason
    std::map<QByteArray, qint64> acks; ///< number of acks by reply, or `unanswered`
    qint64 acceptedTwice = 0;
    qint64 operatorActions = 0;
    qint64 edits = 0; ///< task edits; also included in the actions
    qint64 editsDone = 0; ///< edits that the server reported as done
    qint64 editsRun = 0; ///< runs with content from an edit
    qint64 ticks = 0; ///< tasks created by schedules
    qint64 ticksTwice = 0;
    qint64 keysTaken = 0; ///< adds that acquired a unique key
    std::map<QByteArray, qint64> places; ///< number of tasks per state at the end
    qint64 violationCount = 0;
    QStringList violations; ///< first 100 violations, as sentences naming the queue and the task

    void violate(const QString& sentence);
};

/// Compares the journal, which is kept outside Redis, with the data in Redis. Needs every journal entry before it can
/// check the queues.
class Checker
{
public:
    /// Creates a checker. `lease` is every worker's lease time: unless a lease ends early, no other worker can hold the
    /// task during that time.
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
