// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QString>

#include <set>

namespace dueline {

/// Finding about a server or a queue: something that can lose or delay tasks.
struct DoctorFinding
{
    enum class Severity : quint8 {
        Notice, ///< information; nothing is at risk now
        Warning, ///< tasks may be lost or delayed if something else happens, such as a crash
        Critical, ///< tasks are being lost, delayed, or refused, or will be at the next restart
    };
    enum class Kind : quint8 {
        // Findings about a server:
        Unknown, ///< something couldn't be examined
        Version,
        Role, ///< the server is a replica
        Permissions,
        Eviction,
        Memory, ///< memory usage is close to the limit
        Persistence,
        Disk, ///< Redis failed to write to disk
        Replicas, ///< the master accepts writes even without replicas, although there are sentinels
        Clock,
        Scripts, ///< the server doesn't run scripts
        Functions, ///< the server's function library isn't the version that this program needs
        // Findings about a queue:
        WrongType, ///< a key has an unexpected type
        Damaged, ///< tasks whose envelope is missing or unreadable
        Quarantined,
        Doubled, ///< tasks that are in two states at the same time
        Strays, ///< envelopes of tasks that aren't in any state
        Leftovers,
        ExpiredLeases, ///< leases that have expired without their tasks being recovered
        LostLeases, ///< leases of workers that no longer send heartbeats
        CrashSuspects, ///< failed tasks that may have crashed their workers
        Unserved, ///< due tasks in a queue without a worker
        Paused, ///< due tasks in a paused queue
        Schedule, ///< schedules that add no tasks: they are unreadable, or their time zone is unknown on this machine
        /// tasks that an interrupted adoption moved out of another layout's key but didn't add to the queue
        InterruptedAdoption,
        InterruptedOperation, ///< operation whose process exited before it was done
        OfLayout, ///< finding from the layout's own checkup; `word` says which
    };

    Kind kind = Kind::Unknown;
    Severity severity = Severity::Notice;
    QString server; ///< server address; empty if there is only one server
    QueueName queue; ///< empty for a finding about a server
    qint64 count = 0; ///< number of affected tasks or entries; 0 if not counted
    QString reason; ///< description of the problem in one or two sentences
    QString remedy; ///< advice on fixing the problem
    QString repair; ///< effect of repair(), such as `3 tasks become failed …`; empty if it can't fix the problem
    std::set<TaskId> ids = {}; ///< entries that repair() would change
    std::vector<TaskRef> leases = {}; ///< leases that repair() would change
    QByteArray word = {}; ///< for OfLayout: QueueFinding::kind
    QString filter = {}; ///< filter for the affected tasks; empty if no filter selects them
    bool isMinor = false; ///< for Unknown: true if the missing data could only have added details to other findings

    bool isRepairable() const { return !repair.isEmpty(); }
    bool operator==(const DoctorFinding&) const = default;
};

/// Returns whether the other checks can still run after this error. False for a lost connection or a cancellation.
bool endsOneLookOnly(const Error& error);
/// Returns a finding that something couldn't be checked. `what`: beginning of the sentence, such as `The servers cannot
/// be checked`; the error follows it.
DoctorFinding notLookedAt(const QString& server, const QString& what, const Error& error, const QString& remedy);

/// Returns a finding's name for scripts, such as `eviction` or `expired-leases`.
QByteArray findingName(const DoctorFinding& finding);
/// Returns `notice`, `warning`, or `critical`.
QByteArray severityName(DoctorFinding::Severity severity);

} // namespace dueline
