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

/// Follows what became of all tasks that some operations, asked about at once, let run again: some of them at a time,
/// so that a million costs Redis no more a second than a thousand does.
class OutcomeWatch : public QObject
{
    Q_OBJECT

public:
    explicit OutcomeWatch(QObject* parent = nullptr);

    /// Nothing is followed.
    void clear();
    /// What is followed stays until follow() is called next, which follows something new then.
    void beginAnew() { m_isNew = true; }
    /// Follows the tasks that this operation selected, before it has acted on any. `kind`: the ErrorKind they failed
    /// with.
    void follow(OperationJob& job, const QByteArray& kind, TimePoint now);
    /// Looks at the next ones, unless it does already. To be called once a second while somebody looks.
    void look(Connection* connection);
    /// Looks at all of them once more, without a rest between two looks for two seconds at most: an undo has ended.
    void lookAgain(Connection* connection);
    /// nullopt: nothing is followed.
    const std::optional<IncidentOutcome>& outcome() const { return m_outcome; }

Q_SIGNALS:
    void changed();

private:
    void take(const RetryOutcomeTracker& watch);

    RetryOutcomeTracker m_watch;
    std::map<OperationId, qint64> m_acted; ///< tasks
    std::optional<IncidentOutcome> m_outcome;
    QElapsedTimer m_round; ///< since it looked at the first of them
    int m_rounds = 0;
    int m_follows = 0; ///< counts what is followed: an older answer is not wanted
    PendingRequest m_owed;
    bool m_isNew = false;
    QDeadlineTimer m_hurry; ///< until then one look follows the other, to the end of the round
};

} // namespace dueline
