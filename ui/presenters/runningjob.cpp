// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/runningjob.h"

#include "ui/presenters/connection.h"

namespace dueline {

RunningJob::RunningJob(Connection& connection, OperationRecord record, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
    , m_record(std::move(record))
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &RunningJob::takeStep);
}

void RunningJob::start() { takeStep(); }

void RunningJob::setPaused(bool paused)
{
    m_paused = paused;
    pauseRun(paused);
    hurry();
}

void RunningJob::cancel()
{
    cancelRun();
    hurry();
}

/// What was asked is not to wait for the end of a rest.
void RunningJob::hurry()
{
    m_asked = true;
    if (m_next.isActive())
        m_next.start(0);
}

void RunningJob::takeStep()
{
    if (!m_connection)
        return;
    m_asked = false;
    m_connection->session().runAgain(Session::Lane::Background, this, step(),
        [this](const Result<OperationProgress>& progress) { answered(progress); });
}

void RunningJob::answered(const Result<OperationProgress>& progress)
{
    if (!progress) {
        Q_EMIT failed(progress.error());
        return;
    }
    if (!m_asked)
        m_paused = progress->paused;
    Q_EMIT progressed(*progress);
    if (progress->phase == OperationProgress::Phase::Finished)
        Q_EMIT finished(*progress);
    else
        m_next.start(m_asked ? Millis(0) : progress->wait);
}

} // namespace dueline
