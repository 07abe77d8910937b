// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QString>

#include <set>

namespace dueline {

/// Something about a server or queue that can lose or delay tasks.
struct DoctorFinding
{
    enum class Severity : quint8 {
        Notice, ///< worth knowing; nothing is at risk now
        Warning, ///< tasks can be lost or late when something else happens
        Critical, ///< tasks are lost, late or refused now, or at the next restart
    };
    enum class Kind : quint8 {
        // of a server
        Unknown, ///< something could not be looked at
        Version,
        Role, ///< a replica
        Permissions,
        Eviction,
        Memory, ///< near its limit
        Persistence,
        Disk, ///< writing to it failed
        Replicas, ///< a master behind sentinels takes writes without any
        Clock,
        Functions, ///< the library of functions is of another version
        // of a queue
        WrongType, ///< a key that holds something else
        Damaged, ///< tasks without an envelope, or with one that cannot be read
        Quarantined,
        Doubled, ///< tasks in two states at once
        Strays, ///< envelopes whose task is in no state
        Leftovers,
        ExpiredLeases, ///< run out, and nobody took them over
        LostLeases, ///< held by workers that are not there any more
        Unserved, ///< due, and no worker is there
        Paused, ///< due, and the queue is paused
        Schedule, ///< of which nobody, or nobody here, can make tasks
        InterruptedAdoption, ///< taken out of another design's key, and not yet anywhere
        OfLayout, ///< what the layout itself has found; `word` says what
    };

    Kind kind = Kind::Unknown;
    Severity severity = Severity::Notice;
    QString server; ///< which of several; empty: the only one
    QueueName queue; ///< empty: it is about a server
    qint64 count = 0; ///< tasks or entries; 0 where nothing is counted
    QString reason; ///< one sentence or two
    QString remedy; ///< what a person does about it
    QString repair; ///< what repairing would do, `3 tasks become failed …`; empty: it cannot be repaired from here
    std::set<TaskId> ids = {}; ///< what a repair acts on
    std::vector<TaskRef> leases = {}; ///< the same, of leases
    QByteArray word = {}; ///< OfLayout: QueueFinding::kind
    bool isMinor = false; ///< Unknown: what was not seen could only say more of what other findings tell

    bool isRepairable() const { return !repair.isEmpty(); }
    bool operator==(const DoctorFinding&) const = default;
};

/// Whether an error ends one look alone: what it was about is not known, and others are made all the same. Not so where
/// nobody answers any more, or who asked has changed his mind.
bool endsOneLookOnly(const Error& error);
/// A notice that says what could not be looked at, as `The workers cannot be looked at`, and why.
DoctorFinding notLookedAt(const QString& server, const QString& what, const Error& error, const QString& remedy);

/// The words scripts rely on: `eviction`, `expired-leases`, …
QByteArray findingName(const DoctorFinding& finding);
/// `notice`, `warning`, `critical`.
QByteArray severityName(DoctorFinding::Severity severity);

} // namespace dueline
