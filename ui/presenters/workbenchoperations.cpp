// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/operationnotice.h"
#include "ui/presenters/workbench.h"

#include <algorithm>

namespace dueline {

namespace {

OperationNotice::Subject subjectOf(const OperationJob& job, const OperationProgress& reached)
{
    OperationRecord record = job.record();
    record.done = reached.done;
    const std::vector<TaskRef>& refs = job.request().selection.refs;
    return {job.connection() ? job.connection()->id() : QString(), record, job.request().action.kind,
        refs.size() == 1 ? refs.front().id : TaskId()};
}

QString idOf(const Connection* connection) { return connection ? connection->id() : QString(); }

} // namespace

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
    Q_EMIT noticed(OperationNotice::ended(*this, subjectOf(*job, progress), progress, job->skipped(), undoFor));
    Q_EMIT operationEnded(job);
    refresh();
}

void Workbench::failed(OperationJob* job, const Error& error)
{
    const OperationProgress reached = job->reached();
    const std::optional<Millis> undoFor = offerUndo(*job, reached);
    job->deleteLater();
    Q_EMIT noticed(OperationNotice::failed(*this, subjectOf(*job, reached), reached, error, undoFor));
    Q_EMIT operationEnded(nullptr);
    refresh();
}

/// What the job has done so far is undone next; for how long that is possible, nullopt: it cannot be.
std::optional<Millis> Workbench::offerUndo(const OperationJob& job, const OperationProgress& progress)
{
    Connection* connection = job.connection();
    if (job.request().action.kind == ActionKind::Delete || progress.done == 0 || !connection
        || !connection->session().capabilities(job.request().queue).undo)
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
    Q_EMIT currentChanged();
}

void Workbench::forgetUndo(const OperationId& operation)
{
    std::erase_if(m_undo, [&operation](const Undoable& undoable) { return undoable.operation.id == operation; });
}

const Workbench::Undoable* Workbench::lastUndoable() const
{
    const auto last
        = std::find_if(m_undo.rbegin(), m_undo.rend(), [](const Undoable& u) { return !u.connection.isNull(); });
    return last == m_undo.rend() ? nullptr : &*last;
}

const Workbench::Undoable* Workbench::lastUndoable(const Connection* of) const
{
    const auto last
        = std::find_if(m_undo.rbegin(), m_undo.rend(), [of](const Undoable& u) { return of && u.connection == of; });
    return last == m_undo.rend() ? nullptr : &*last;
}

bool Workbench::canUndo() const
{
    const Undoable* last = lastUndoable();
    return last && (last->connection != m_current || (m_current->mayWrite() && m_current->session().isOnline()));
}

void Workbench::undoLast()
{
    if (const Undoable* found = lastUndoable()) {
        const Undoable last = *found; // the list changes on the way
        undo(*last.connection, last.operation);
    }
}

void Workbench::undo(Connection& connection, const OperationRecord& operation)
{
    if (&connection != m_current) {
        const Undoable* here = lastUndoable(m_current);
        return Q_EMIT noticed(
            OperationNotice::elsewhere(*this, connection, operation, here ? &here->operation : nullptr));
    }
    const QPointer<Connection> at(&connection);
    const std::optional<qint64> pace = m_askUndo ? m_askUndo(connection, operation) : 0;
    if (!pace || !at || at != m_current) // what was confirmed was confirmed for that connection
        return;
    if (operation.kind == "adopt")
        return m_adoptions.undo(*at, operation);
    if (operation.kind == "move")
        return m_adoptions.undoMove(*at, operation);
    forgetUndo(operation.id);
    Q_EMIT currentChanged();
    auto* job = new UndoJob(*at, operation, *pace, this);
    connect(job, &UndoJob::failed, this, [this, at, operation](const Error& error) {
        // It may still be carried out, or the connection was lost: it stays what is undone next.
        if (at && (error.code == ErrorCode::Busy || isConnectionError(error.code)))
            offerUndo(*at, operation);
    });
    follow(job);
}

void Workbench::showOperation(const QString& connection, const OperationRecord& operation)
{
    if (m_current && m_current->id() != connection && this->connection(connection))
        show({connection, operation.queue, {}});
    Q_EMIT operationWished(operation.id);
}

void Workbench::showTask(const SidebarPlace& place, const TaskId& id)
{
    if (!connection(place.connection))
        return;
    if (m_place.connection != place.connection || m_place.queue != place.queue || (place.state && m_place != place))
        show(place);
    Q_EMIT taskWished(id);
}

void Workbench::discardAdded(const AddedTasks& tasks)
{
    Connection* of = connection(tasks.connection);
    if (of && of != m_current)
        return show({tasks.connection, tasks.queue, {}}); // acted on is only what is in view
    if (of)
        Q_EMIT discardWished(of, tasks.queue, tasks.tasks);
}

void Workbench::follow(UndoJob* job)
{
    connect(job, &UndoJob::finished, this, [this, job] {
        Q_EMIT noticed(OperationNotice::undone(job->undone()).about(idOf(job->connection())));
        job->deleteLater();
        refresh();
        Q_EMIT currentChanged();
    });
    connect(job, &UndoJob::failed, this, [this, job](const Error& error) {
        Q_EMIT noticed(OperationNotice::failure(error).about(idOf(job->connection())));
        job->deleteLater();
    });
    Q_EMIT undoStarted(job);
    job->start();
}

} // namespace dueline
