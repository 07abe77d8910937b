// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/undoinview.h"

#include "ui/presenters/undobatch.h"
#include "ui/text/undowords.h"
#include "ui/workbench/actionrunner.h"
#include "ui/workbench/operationnotice.h"

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

UndoInView::UndoInView(ActionRunner& actions)
    : m_actions(actions)
    , m_view(actions.view())
{ }

OperationJob* UndoInView::slowJob() const { return m_slow.since(next(), m_view.current(), m_view.place().queue); }

void UndoInView::offer(Connection& connection, const OperationRecord& operation, quint64 action)
{
    m_history.offer(connection, operation, operation.queue, action);
    Q_EMIT changed();
}

const UndoHistory::Undoable* UndoInView::next() const
{
    return m_history.lastInView(m_view.current(), m_view.place().queue);
}

std::vector<OperationRecord> UndoInView::nextParts() const
{
    return operationsOf(m_history.actionInView(m_view.current(), m_view.place().queue));
}

int UndoInView::partsStillActing(const OperationId& operation) const
{
    const UndoHistory::Undoable* offered = m_history.offered(operation);
    return offered ? m_slow.partsOf(offered->action, m_view.place().queue) : 0;
}

bool UndoInView::isPossible() const
{
    if (!next())
        return m_history.last() || slowJob();
    return m_view.current()->mayWrite() && m_view.current()->session().isOnline();
}

void UndoInView::undoLast()
{
    if (OperationJob* slow = slowJob())
        Q_EMIT noticed(OperationNotice::stillActing(m_actions, *slow));
    else if (const std::vector<UndoHistory::Undoable> next
             = m_history.actionInView(m_view.current(), m_view.place().queue);
             !next.empty())
        undo(*m_view.current(), next);
    else if (const UndoHistory::Undoable* here = m_history.lastOf(m_view.current()))
        Q_EMIT noticed(OperationNotice::outOfView(
            m_actions, *m_view.current(), operationsOf(m_history.actionOf(here->operation.id))));
    else if (const UndoHistory::Undoable* last = m_history.last())
        Q_EMIT noticed(OperationNotice::outOfView(
            m_actions, *last->connection, operationsOf(m_history.actionOf(last->operation.id))));
}

void UndoInView::undo(Connection& connection, const OperationRecord& operation)
{
    undo(connection, std::vector<UndoHistory::Undoable>{{&connection, operation, operation.queue}});
}

void UndoInView::undoTogether(Connection& connection, const std::vector<OperationRecord>& operations)
{
    std::vector<UndoHistory::Undoable> parts;
    for (const OperationRecord& operation : operations) {
        const UndoHistory::Undoable* offered = m_history.offered(operation.id);
        parts.push_back(offered ? *offered : UndoHistory::Undoable{&connection, operation, operation.queue});
    }
    undo(connection, parts);
}

void UndoInView::undoAction(Connection& connection, const OperationRecord& operation)
{
    const std::vector<UndoHistory::Undoable> parts = m_history.actionOf(operation.id);
    if (parts.empty())
        undo(connection, operation);
    else
        undo(connection, parts);
}

void UndoInView::undo(Connection& connection, const std::vector<UndoHistory::Undoable>& parts)
{
    const std::vector<OperationRecord> operations = operationsOf(parts);
    if (&connection != m_view.current())
        return Q_EMIT noticed(OperationNotice::outOfView(m_actions, connection, operations));
    const QPointer<Connection> at(&connection);
    const std::optional<qint64> pace = m_ask ? m_ask(connection, operations) : 0;
    if (!pace || !at || at != m_view.current()) // the user confirmed the undo only for the displayed connection
        return;
    if (operations.front().kind == "adopt")
        return m_actions.adoptions().undo(*at, operations.front());
    if (operations.front().kind == "move")
        return m_actions.adoptions().undoMove(*at, operations.front());
    const int leftOut = partsStillActing(operations.front().id);
    for (const OperationRecord& operation : operations) {
        m_history.setUndoing(operation.id, true);
        m_history.forget(operation.id);
    }
    Q_EMIT changed();
    auto* batch = new UndoBatch(parts, *pace, &m_actions);
    connect(batch, &UndoBatch::partStarted, this, &UndoInView::started);
    connect(batch, &UndoBatch::partRefused, this,
        [this](const UndoHistory::Undoable& part) { m_history.setUndoing(part.operation.id, false); });
    connect(batch, &UndoBatch::partLeft, this, [this](const UndoHistory::Undoable& part) {
        if (part.connection)
            m_history.offer(*part.connection, part.operation, part.seenFrom, part.action);
    });
    connect(batch, &UndoBatch::ended, this,
        [this, batch, at, leftOut, queues = queueWords(operations), of = connection.id()](
            const UndoProgress& all, const std::optional<Error>& error) {
            Q_EMIT noticed(OperationNotice::undone(all, queues, error, leftOut).about(of));
            batch->deleteLater();
            if (at)
                m_history.read(*at);
            Q_EMIT ended();
        });
    batch->start();
}

} // namespace dueline
