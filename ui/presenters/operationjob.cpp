// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/operationjob.h"

#include "ui/presenters/connection.h"

#include <QTimer>

namespace dueline {

OperationJob::OperationJob(Connection& connection, OperationRequest request, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
    , m_request(std::move(request))
{
    m_request.by = Session::identity();
    m_run = std::make_shared<OperationRun>(m_request);
}

OperationId OperationJob::id() const { return m_run->id(); }

void OperationJob::preview()
{
    if (!m_connection)
        return;
    m_connection->session().run(
        Session::Lane::Background, this, [run = m_run](Backend& backend) { return run->preview(backend); },
        [this](Result<OperationPreview> preview) {
            if (preview)
                Q_EMIT previewed(*preview);
            else
                Q_EMIT failed(preview.error());
        });
}

void OperationJob::start() { step(); }

void OperationJob::setPaused(bool paused)
{
    m_paused = paused;
    if (!paused && !m_running)
        step();
}

void OperationJob::cancel()
{
    m_run->cancel();
    if (m_paused)
        setPaused(false);
}

void OperationJob::step()
{
    if (!m_connection || m_running || m_paused)
        return;
    m_running = true;
    m_connection->session().run(
        Session::Lane::Background, this,
        [run = m_run](Backend& backend) -> Result<std::pair<OperationProgress, QString>> {
            Result<OperationProgress> progress = run->step(backend);
            if (!progress)
                return progress.error();
            return std::pair(*progress, run->skipped().summary());
        },
        [this](Result<std::pair<OperationProgress, QString>> answer) {
            m_running = false;
            if (!answer) {
                Q_EMIT failed(answer.error());
                return;
            }
            const OperationProgress& progress = answer->first;
            Q_EMIT progressed(progress);
            if (progress.phase == OperationProgress::Phase::Finished)
                Q_EMIT finished(progress, answer->second);
            else
                QTimer::singleShot(progress.wait, this, &OperationJob::step);
        });
}

UndoJob::UndoJob(Connection& connection, const QueueName& queue, const OperationId& undone, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
    , m_run(std::make_shared<UndoRun>(queue, undone, Session::identity()))
{ }

void UndoJob::start()
{
    if (!m_connection)
        return;
    m_connection->session().run(
        Session::Lane::Background, this, [run = m_run](Backend& backend) { return run->step(backend); },
        [this](Result<UndoProgress> progress) {
            if (!progress)
                Q_EMIT failed(progress.error());
            else if (progress->finished)
                Q_EMIT finished(*progress);
            else
                start();
        });
}

} // namespace dueline
