// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "core/console/failures/incident.h"
#include "core/console/failures/retryoutcometracker.h"
#include "ui/failures/incidentreport.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QObject>

#include <map>

namespace dueline {

class Connection;
class OperationJob;

/// Tracker of the outcomes of all tasks retried by operations that were confirmed together. It checks the tasks in
/// batches of limited size, so that a million tasks load Redis no more than a thousand.
class OutcomeWatch : public QObject
{
    Q_OBJECT

public:
    explicit OutcomeWatch(QObject* parent = nullptr);

    /// Stops tracking.
    void clear();
    /// Makes the next follow() replace the tracked tasks.
    void beginAnew() { m_isNew = true; }
    /// Tracks the tasks that an operation has selected. Call this before the operation changes them. `kind`: the
    /// ErrorTemplate of their failures.
    void follow(OperationJob& job, const QByteArray& kind, TimePoint now);
    /// Checks the next batch, unless a check is already running. Called once per second while a view is visible.
    void look(Connection* connection);
    /// Checks all tasks again after an undo, without pauses for up to two seconds.
    void lookAgain(Connection* connection);
    /// Returns the outcome; nullopt if nothing is tracked.
    const std::optional<IncidentOutcome>& outcome() const { return m_outcome; }

Q_SIGNALS:
    void changed();

private:
    void take(const RetryOutcomeTracker& watch);

    RetryOutcomeTracker m_watch;
    std::map<OperationId, qint64> m_acted; ///< number of tasks by operation
    std::optional<IncidentOutcome> m_outcome;
    QElapsedTimer m_round; ///< time since this round of checks began
    int m_rounds = 0;
    int m_follows = 0; ///< number of the current set of tasks; answers for earlier sets are ignored
    PendingRequest m_owed;
    bool m_isNew = false;
    /// Time until which checks follow one another immediately, but no later than the end of the round.
    QDeadlineTimer m_hurry;
};

} // namespace dueline
