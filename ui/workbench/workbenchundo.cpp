// SPDX-License-Identifier: GPL-3.0-or-later
// What can be undone of what is in view, and its undo.
#include "ui/presenters/undobatch.h"
#include "ui/workbench/operationnotice.h"
#include "ui/workbench/workbench.h"

namespace dueline {

namespace {

std::vector<OperationRecord> operationsOf(const std::vector<UndoHistory::Undoable>& parts)
{
    std::vector<OperationRecord> operations;
    operations.reserve(parts.size());
    for (const UndoHistory::Undoable& part : parts)
        operations.push_back(part.operation);
    return operations;
}

} // namespace

void Workbench::offerUndo(Connection& connection, const OperationRecord& operation)
{
    m_undo.offer(connection, operation, operation.queue);
    Q_EMIT currentChanged();
}

const UndoHistory::Undoable* Workbench::nextUndo() const { return m_undo.lastInView(m_current, m_place.queue); }

std::vector<OperationRecord> Workbench::nextUndoParts() const
{
    return operationsOf(m_undo.actionInView(m_current, m_place.queue));
}

int Workbench::partsStillActing(const OperationId& operation) const
{
    const UndoHistory::Undoable* offered = m_undo.offered(operation);
    return offered ? m_slow.partsOf(offered->action, m_place.queue) : 0;
}

bool Workbench::canUndo() const
{
    if (!nextUndo())
        return m_undo.last() || slowJob();
    return m_current->mayWrite() && m_current->session().isOnline();
}

void Workbench::undoLast()
{
    if (OperationJob* slow = slowJob())
        Q_EMIT noticed(OperationNotice::stillActing(*this, *slow));
    else if (const std::vector<UndoHistory::Undoable> next = m_undo.actionInView(m_current, m_place.queue);
             !next.empty())
        undo(*m_current, next);
    else if (const UndoHistory::Undoable* here = m_undo.lastOf(m_current))
        Q_EMIT noticed(
            OperationNotice::outOfView(*this, *m_current, operationsOf(m_undo.actionOf(here->operation.id))));
    else if (const UndoHistory::Undoable* last = m_undo.last())
        Q_EMIT noticed(
            OperationNotice::outOfView(*this, *last->connection, operationsOf(m_undo.actionOf(last->operation.id))));
}

void Workbench::undo(Connection& connection, const OperationRecord& operation)
{
    undo(connection, std::vector<UndoHistory::Undoable>{{&connection, operation, operation.queue}});
}

void Workbench::undoTogether(Connection& connection, const std::vector<OperationRecord>& operations)
{
    std::vector<UndoHistory::Undoable> parts;
    for (const OperationRecord& operation : operations) {
        const UndoHistory::Undoable* offered = m_undo.offered(operation.id);
        parts.push_back(offered ? *offered : UndoHistory::Undoable{&connection, operation, operation.queue});
    }
    undo(connection, parts);
}

void Workbench::undoAction(Connection& connection, const OperationRecord& operation)
{
    const std::vector<UndoHistory::Undoable> parts = m_undo.actionOf(operation.id);
    if (parts.empty())
        undo(connection, operation);
    else
        undo(connection, parts);
}

void Workbench::undo(Connection& connection, const std::vector<UndoHistory::Undoable>& parts)
{
    const std::vector<OperationRecord> operations = operationsOf(parts);
    if (&connection != m_current)
        return Q_EMIT noticed(OperationNotice::outOfView(*this, connection, operations));
    const QPointer<Connection> at(&connection);
    const std::optional<qint64> pace = m_askUndo ? m_askUndo(connection, operations) : 0;
    if (!pace || !at || at != m_current) // what was confirmed was confirmed for that connection
        return;
    if (operations.front().kind == "adopt")
        return m_adoptions.undo(*at, operations.front());
    if (operations.front().kind == "move")
        return m_adoptions.undoMove(*at, operations.front());
    const int leftOut = partsStillActing(operations.front().id);
    for (const OperationRecord& operation : operations) {
        m_undo.setUndoing(operation.id, true);
        m_undo.forget(operation.id);
    }
    Q_EMIT currentChanged();
    auto* batch = new UndoBatch(parts, *pace, this);
    connect(batch, &UndoBatch::partStarted, this, &Workbench::undoStarted);
    connect(batch, &UndoBatch::partRefused, this,
        [this](const UndoHistory::Undoable& part) { m_undo.setUndoing(part.operation.id, false); });
    connect(batch, &UndoBatch::partLeft, this, [this](const UndoHistory::Undoable& part) {
        if (part.connection)
            m_undo.offer(*part.connection, part.operation, part.seenFrom, part.action);
    });
    connect(batch, &UndoBatch::ended, this,
        [this, batch, at, leftOut, of = connection.id()](const UndoProgress& all, const std::optional<Error>& error) {
            Q_EMIT noticed(OperationNotice::undone(all, error, leftOut).about(of));
            batch->deleteLater();
            if (at)
                m_undo.read(*at);
            Q_EMIT operationEnded(nullptr);
            refresh();
            Q_EMIT currentChanged();
        });
    batch->start();
}

} // namespace dueline
