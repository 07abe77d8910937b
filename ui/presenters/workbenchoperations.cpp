// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/operationnotice.h"
#include "ui/presenters/workbench.h"

namespace dueline {

OperationJob* Workbench::start(Connection& connection, OperationRequest request)
{
    auto* job = new OperationJob(connection, std::move(request), this);
    follow(job);
    return job;
}

OperationJob* Workbench::start(OperationRequest request)
{
    return m_current ? start(*m_current, std::move(request)) : nullptr;
}

void Workbench::start(OperationJob* job)
{
    job->setParent(this);
    follow(job);
    job->start();
}

void Workbench::resume(Connection& connection, const OperationRecord& record)
{
    if (record.kind == "undo")
        return follow(new UndoJob(connection, record, this));
    auto run = OperationRun::resume(record);
    if (run)
        start(new OperationJob(connection, std::move(*run), this));
    else
        Q_EMIT noticed(OperationNotice::failure(run.error()));
}

void Workbench::follow(OperationJob* job)
{
    connect(job, &OperationJob::finished, this,
        [this, job](const OperationProgress& progress) { finished(job, progress); });
    connect(job, &OperationJob::failed, this, [this, job](const Error& error) { failed(job, error); });
    Q_EMIT operationStarted(job);
}

void Workbench::finished(OperationJob* job, const OperationProgress& progress)
{
    const std::optional<Millis> undoFor = offerUndo(*job, progress);
    job->deleteLater();
    Q_EMIT noticed(OperationNotice::ended(
        *this, job->request().action.kind, job->id(), progress, job->skipped(), undoFor));
    Q_EMIT operationEnded(job);
    refresh();
}

void Workbench::failed(OperationJob* job, const Error& error)
{
    const OperationProgress reached = job->reached();
    const std::optional<Millis> undoFor = offerUndo(*job, reached);
    job->deleteLater();
    Q_EMIT noticed(OperationNotice::failed(*this, job->request().action.kind, job->id(), reached, error, undoFor));
    Q_EMIT operationEnded(nullptr);
    refresh();
}

/// What the job has done so far is undone next; for how long that is possible, nullopt: it cannot be.
std::optional<Millis> Workbench::offerUndo(const OperationJob& job, const OperationProgress& progress)
{
    Connection* connection = job.connection();
    if (job.request().action.kind == ActionKind::Delete || progress.done == 0 || !connection
        || !connection->session().capabilities().undo)
        return {};
    OperationRecord operation = job.record();
    operation.done = progress.done;
    offerUndo(*connection, operation);
    const QueueInfo* acted = connection->queue(job.request().queue);
    return acted ? acted->settings.keepUndo : QueueSettings().keepUndo;
}

void Workbench::offerUndo(Connection& connection, const OperationRecord& operation)
{
    forgetUndo(operation.id); // one that stopped in the middle and was gone on with is undone once
    m_undo.push_back({&connection, operation});
}

void Workbench::forgetUndo(const OperationId& operation)
{
    std::erase_if(m_undo, [&operation](const Undoable& undoable) { return undoable.operation.id == operation; });
}

bool Workbench::canUndo() const
{
    return !m_undo.empty() && m_undo.back().connection && m_undo.back().connection->mayWrite();
}

void Workbench::undoLast()
{
    while (!m_undo.empty() && !m_undo.back().connection)
        m_undo.pop_back();
    if (m_undo.empty())
        return;
    const Undoable last = m_undo.back();
    undo(*last.connection, last.operation);
}

void Workbench::undo(Connection& connection, const OperationRecord& operation)
{
    const QPointer<Connection> at(&connection);
    const std::optional<qint64> pace = m_askUndo ? m_askUndo(connection, operation) : 0;
    if (!pace || !at)
        return;
    forgetUndo(operation.id);
    auto* job = new UndoJob(*at, operation, *pace, this);
    connect(job, &UndoJob::failed, this, [this, at, operation](const Error& error) {
        // It may still be carried out, or the connection was lost: it stays what is undone next.
        if (at && (error.code == ErrorCode::Busy || isConnectionError(error.code)))
            offerUndo(*at, operation);
    });
    follow(job);
}

void Workbench::follow(UndoJob* job)
{
    connect(job, &UndoJob::finished, this, [this, job] {
        Q_EMIT noticed(OperationNotice::undone(job->undone()));
        job->deleteLater();
        refresh();
        Q_EMIT currentChanged();
    });
    connect(job, &UndoJob::failed, this, [this, job](const Error& error) {
        Q_EMIT noticed(OperationNotice::failure(error));
        job->deleteLater();
    });
    Q_EMIT undoStarted(job);
    job->start();
}

} // namespace dueline
