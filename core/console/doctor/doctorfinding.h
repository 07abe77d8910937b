// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QString>

#include <set>

namespace dueline {

/// Finding about a server or a queue: a condition that can lose or delay tasks.
struct DoctorFinding
{
    enum class Severity : quint8 {
        Notice, ///< for information only; nothing is at risk now
        Warning, ///< tasks may be lost or delayed if another event occurs
        Critical, ///< tasks are lost, delayed or refused, now or at the next restart
    };
    enum class Kind : quint8 {
        // Kinds of findings about a server:
        Unknown, ///< something could not be examined
        Version,
        Role, ///< the server is a replica
        Permissions,
        Eviction,
        Memory, ///< memory usage is close to its limit
        Persistence,
        Disk, ///< a write to disk failed
        Replicas, ///< a master with sentinels accepts writes even without replicas
        Clock,
        Scripts, ///< the server does not run scripts
        Functions, ///< the function library has a different version
        // Kinds of findings about a queue:
        WrongType, ///< a key has a different type
        Damaged, ///< tasks whose envelope is missing or cannot be read
        Quarantined,
        Doubled, ///< tasks in two states
        Strays, ///< envelopes whose task is in no state
        Leftovers,
        ExpiredLeases, ///< leases that expired and were not recovered
        LostLeases, ///< leases held by workers that no longer send heartbeats
        CrashSuspects, ///< failed tasks whose workers crashed while running them
        Unserved, ///< due tasks without a worker
        Paused, ///< due tasks in a queue that is paused
        Schedule, ///< schedules that no worker, or no worker on this machine, can advance
        InterruptedAdoption, ///< tasks that were moved out of another layout's key, but not yet added to the queue
        InterruptedOperation, ///< an operation whose program ended before the operation was finished
        OfLayout, ///< finding from the layout's own checkup; identified by `word`
    };

    Kind kind = Kind::Unknown;
    Severity severity = Severity::Notice;
    QString server; ///< address of the server if there are several; otherwise empty
    QueueName queue; ///< queue; empty for a finding about a server
    qint64 count = 0; ///< number of tasks or entries; 0 if nothing is counted
    QString reason; ///< reason, in one or two sentences
    QString remedy; ///< action that fixes the problem
    QString repair; ///< effect of the repair, such as `3 tasks become failed …`; empty: repair() cannot fix the problem
    std::set<TaskId> ids = {}; ///< entries that a repair changes
    std::vector<TaskRef> leases = {}; ///< leases that a repair changes
    QByteArray word = {}; ///< for OfLayout: kind of the finding, as in QueueFinding::kind
    QString filter = {}; ///< filter that selects the tasks of this finding; empty if no filter does
    bool isMinor = false; ///< for Unknown: true if the missing data could only have added details to other findings

    bool isRepairable() const { return !repair.isEmpty(); }
    bool operator==(const DoctorFinding&) const = default;
};

/// Returns whether an error affects only the current check, so that the remaining checks can run. Returns false for a
/// lost connection or a cancellation.
bool endsOneLookOnly(const Error& error);
/// Returns a notice that something could not be checked, with the reason. `what`: the beginning of the sentence, such
/// as `The servers cannot be checked`.
DoctorFinding notLookedAt(const QString& server, const QString& what, const Error& error, const QString& remedy);

/// Returns the identifier used in scripts: `eviction`, `expired-leases`, …
QByteArray findingName(const DoctorFinding& finding);
/// Returns `notice`, `warning` or `critical`.
QByteArray severityName(DoctorFinding::Severity severity);

} // namespace dueline
