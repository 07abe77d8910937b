// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/undobatch.h"

#include "ui/presenters/connection.h"

namespace dueline {

UndoBatch::UndoBatch(std::vector<UndoHistory::Undoable> parts, qint64 pace, QObject* parent)
    : QObject(parent)
    , m_parts(parts.begin(), parts.end())
    , m_pace(pace)
{
    for (const UndoHistory::Undoable& part : m_parts)
        m_tasks += part.operation.done;
}

void UndoBatch::next()
{
    if (m_parts.empty())
        return Q_EMIT ended(m_all, m_error);
    const UndoHistory::Undoable part = m_parts.front();
    m_parts.pop_front();
    if (!part.connection) // the connection has been closed, so this part can't be undone
        return next();
    auto* job = new UndoJob(*part.connection, part.operation, m_pace, this);
    connect(job, &UndoJob::finished, this, [this, job] {
        job->deleteLater();
        finished(job->undone());
    });
    connect(job, &UndoJob::failed, this, [this, job, part](const Error& error) {
        job->deleteLater();
        failed(part, error);
    });
    job->setPartOf(m_all, m_tasks);
    Q_EMIT partStarted(job);
    job->start();
}

void UndoBatch::finished(const UndoProgress& progress)
{
    m_all.removes = progress.removes && (m_all.removes || m_all.total == 0);
    m_all.total += progress.total;
    m_all.restored += progress.restored;
    m_all.movedOn += progress.movedOn;
    m_all.finished = true;
    if (progress.cancelled) {
        m_all.cancelled = true;
        leaveOthers();
    }
    next();
}

void UndoBatch::failed(const UndoHistory::Undoable& part, const Error& error)
{
    if (!m_error)
        m_error = error;
    const bool isLost = !part.connection || isConnectionError(error.code);
    if (part.connection && (isLost || error.code == ErrorCode::Busy))
        Q_EMIT partLeft(part);
    else
        Q_EMIT partRefused(part);
    if (isLost)
        leaveOthers();
    next();
}

void UndoBatch::leaveOthers()
{
    for (const UndoHistory::Undoable& part : m_parts)
        Q_EMIT partLeft(part);
    m_parts.clear();
}

} // namespace dueline
