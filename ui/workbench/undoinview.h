// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/pacedjobs.h"
#include "ui/presenters/undohistory.h"
#include "ui/presenters/undojob.h"
#include "ui/text/notice.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

namespace dueline {

class ActionRunner;
class ViewedPlace;

/// Undo for the displayed queue or connection, one action at a time. An action can consist of multiple operations.
class UndoInView : public QObject
{
    Q_OBJECT

public:
    explicit UndoInView(ActionRunner& actions);

    UndoHistory& history() { return m_history; }
    const UndoHistory& history() const { return m_history; }
    PacedJobs& slowJobs() { return m_slow; }

    /// Returns the operation that undoLast() would undo: the last one in the displayed queue, or on the connection if
    /// the entire connection is displayed; null if there is none.
    const UndoHistory::Undoable* next() const;
    /// Returns the operations of next()'s action that belong to the displayed queue or connection, oldest first.
    std::vector<OperationRecord> nextParts() const;
    /// Returns the last undoable operation in any queue on any connection; null if there is none.
    const UndoHistory::Undoable* last() const { return m_history.last(); }
    /// Returns a deliberately slow operation in the displayed queue or connection that began after next(); null if
    /// there is none.
    OperationJob* slowJob() const;
    /// Returns how many operations of the same action are still running in the displayed queue or connection. Undoing
    /// the action doesn't include them.
    int partsStillActing(const OperationId& operation) const;
    /// Returns whether undoLast() would undo an action or show a notice.
    bool isPossible() const;

    /// Undoes nextParts(). If slowJob() is running, or if the only operation that can be undone belongs to another
    /// queue or connection, shows a notice instead.
    void undoLast();
    /// Makes this operation the next one to undo while its queue is displayed.
    void offer(Connection& connection, const OperationRecord& operation, quint64 action = 0);
    /// Undoes a single operation. Only its id, queue, kind and number of changed tasks are used. If its connection
    /// isn't displayed, only shows a notice.
    void undo(Connection& connection, const OperationRecord& operation);
    /// Undoes one or more operations that belong to the same action and connection.
    void undoTogether(Connection& connection, const std::vector<OperationRecord>& operations);
    /// Undoes all operations of the action this operation belongs to.
    void undoAction(Connection& connection, const OperationRecord& operation);

    /// Function that asks the user to confirm undoing these operations. Returns the pace in tasks per second (0:
    /// unlimited), or nullopt to cancel.
    using Question = std::function<std::optional<qint64>(const Connection&, const std::vector<OperationRecord>&)>;
    void setQuestion(Question ask) { m_ask = std::move(ask); }

Q_SIGNALS:
    void noticed(const dueline::Notice& notice);
    void started(dueline::UndoJob* job);
    /// Emitted when all parts of an undo have ended.
    void ended();
    /// Emitted when next() changes.
    void changed();

private:
    void undo(Connection& connection, const std::vector<UndoHistory::Undoable>& parts);

    ActionRunner& m_actions;
    ViewedPlace& m_view;
    UndoHistory m_history;
    PacedJobs m_slow;
    Question m_ask;
};

} // namespace dueline
