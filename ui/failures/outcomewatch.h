// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "core/console/failures/failuregroups.h"
#include "core/console/failures/retryoutcometracker.h"
#include "ui/failures/failuregroupreport.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QObject>

#include <map>

namespace dueline {

class Connection;
class OperationJob;

/// Tracker for the outcomes of retried tasks, covering all operations that the user confirmed together. It checks tasks
/// in small batches, so that tracking a million tasks puts no more load on Redis than tracking a thousand.
class OutcomeWatch : public QObject
{
    Q_OBJECT

public:
    explicit OutcomeWatch(QObject* parent = nullptr);

    /// Stops tracking.
    void clear();
    /// Makes the next follow() replace the tracked tasks instead of adding to them.
    void beginAnew() { m_isNew = true; }
    /// Tracks the tasks selected by an operation. Call this before the operation changes them. `kind`: the
    /// ErrorTemplate of their failures.
    void follow(OperationJob& job, const QByteArray& kind, TimePoint now);
    /// Checks the next batch unless a check is already running. Called every second while a view is visible.
    void look(Connection* connection);
    /// Checks all tasks again after an undo. For up to two seconds, checks run back to back.
    void lookAgain(Connection* connection);
    /// Returns the outcome; nullopt if nothing is tracked.
    const std::optional<FailureGroupOutcome>& outcome() const { return m_outcome; }

Q_SIGNALS:
    void changed();

private:
    void take(const RetryOutcomeTracker& watch);

    RetryOutcomeTracker m_watch;
    std::map<OperationId, qint64> m_acted; ///< number of changed tasks by operation
    std::optional<FailureGroupOutcome> m_outcome;
    QElapsedTimer m_round; ///< time since the current round of checks began
    int m_rounds = 0;
    int m_follows = 0; ///< sequence number of the tracked tasks; answers for earlier tasks are ignored
    PendingRequest m_owed;
    bool m_isNew = false;
    QDeadlineTimer m_hurry; ///< deadline until which the current round's checks run back to back
};

} // namespace dueline
