// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/outcomewatch.h"

#include "ui/presenters/connection.h"
#include "ui/presenters/operationjob.h"

#include <QPointer>

#include <numeric>

namespace dueline {

OutcomeWatch::OutcomeWatch(QObject* parent)
    : QObject(parent)
{ }

void OutcomeWatch::clear()
{
    m_watch = {};
    m_acted.clear();
    m_outcome.reset();
    m_round.invalidate();
    m_rounds = 0;
    ++m_follows;
    m_owed = {};
    m_isNew = false;
    m_hurry = {};
}

void OutcomeWatch::follow(OperationJob& job, const QByteArray& kind, TimePoint now)
{
    if (m_isNew || !m_outcome)
        clear();
    ++m_follows;
    m_owed = {};
    m_watch.follow(job.request().queue, kind, job.selected(), now);
    m_acted[job.id()] = 0;
    const FailureGroupOutcome before = m_outcome.value_or(FailureGroupOutcome());
    m_outcome = FailureGroupOutcome{before.retried, m_watch.tasks(), m_watch.looked(), {}, m_watch.counts()};
    const auto reached = [this, id = job.id()](const OperationProgress& progress) {
        const auto acted = m_acted.find(id);
        if (acted == m_acted.end())
            return;
        acted->second = progress.done;
        m_outcome->retried = std::accumulate(
            m_acted.begin(), m_acted.end(), qint64(0), [](qint64 sum, const auto& one) { return sum + one.second; });
        Q_EMIT changed();
    };
    connect(&job, &RunningJob::progressed, this, reached);
    connect(&job, &RunningJob::finished, this, reached);
    Q_EMIT changed();
}

void OutcomeWatch::look(Connection* connection)
{
    if (m_watch.tasks() == 0 || m_watch.isOver() || !connection || !connection->session().isOnline()
        || m_owed.isOwedBy(connection->session()))
        return;
    m_owed.ask(connection->session());
    if (!m_round.isValid())
        m_round.start();
    const auto isAsked = [this, follows = m_follows] { return follows == m_follows; };
    connection->session().runInTurns(
        Session::Lane::Background, this, m_watch,
        [this, isAsked, connection = QPointer(connection)](Result<RetryOutcomeTracker> watch) {
            if (!isAsked())
                return;
            m_owed.end();
            if (!watch)
                return;
            const int before = m_rounds;
            take(*watch);
            if (m_rounds == before && !m_hurry.hasExpired())
                look(connection);
        },
        [isAsked](const RetryOutcomeTracker&) { return isAsked(); });
}

void OutcomeWatch::lookAgain(Connection* connection)
{
    if (m_watch.tasks() == 0)
        return;
    ++m_follows; // ignore the pending check's answer, which doesn't reflect the undo
    m_owed = {};
    m_watch.again();
    m_round.invalidate();
    m_hurry.setRemainingTime(2000);
    look(connection);
}

void OutcomeWatch::take(const RetryOutcomeTracker& watch)
{
    m_watch = watch;
    m_outcome->looked = m_watch.looked();
    m_outcome->counts = m_watch.counts();
    if (m_watch.rounds() != m_rounds) {
        m_rounds = m_watch.rounds();
        m_outcome->round = Millis(m_round.restart());
    }
    Q_EMIT changed();
}

} // namespace dueline
