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
    // Queued, so that no error is reported if the owner deletes the job along with its connection.
    connect(
        &connection, &QObject::destroyed, this,
        [this] {
            if (m_acting)
                fail({ErrorCode::Cancelled, tr("The connection was closed. The remaining tasks are unchanged.")});
        },
        Qt::QueuedConnection);
}

void RunningJob::start()
{
    m_acting = true;
    takeStep();
}

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

/// Cuts short the pause between steps, so that a request takes effect immediately.
void RunningJob::hurry()
{
    m_asked = true;
    if (m_next.isActive())
        m_next.start(0);
}

Session::Lane RunningJob::nextLane()
{
    const std::optional<qint64> count = tasks();
    m_lane = count ? Session::laneFor(*count) : Session::Lane::Background;
    return m_lane;
}

void RunningJob::takeStep()
{
    if (!m_connection)
        return;
    m_asked = false;
    m_connection->session().runAgain(
        nextLane(), this, step(), [this](const Result<OperationProgress>& progress) { answered(progress); });
}

void RunningJob::answered(const Result<OperationProgress>& progress)
{
    if (!progress)
        return fail(progress.error());
    if (!m_asked)
        m_paused = progress->paused;
    Q_EMIT progressed(*progress);
    if (progress->phase == OperationProgress::Phase::Finished) {
        m_acting = false;
        Q_EMIT finished(*progress);
    } else {
        m_next.start(m_asked ? Millis(0) : progress->wait);
    }
}

void RunningJob::fail(const Error& error)
{
    m_acting = false;
    m_next.stop();
    Q_EMIT failed(error);
}

} // namespace dueline
