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

/// Undo of operations in the place in view, one action at a time. An action may consist of several operations.
class UndoInView : public QObject
{
    Q_OBJECT

public:
    explicit UndoInView(ActionRunner& actions);

    UndoHistory& history() { return m_history; }
    const UndoHistory& history() const { return m_history; }
    PacedJobs& slowJobs() { return m_slow; }

    /// Returns the operation that undoLast() undoes: the last operation on the queue in view, or on the connection if
    /// all of its queues are in view; null if there is none.
    const UndoHistory::Undoable* next() const;
    /// Returns the operations in view of the action to which next() belongs, oldest first.
    std::vector<OperationRecord> nextParts() const;
    /// Returns the last operation on any queue or connection; null if there is none.
    const UndoHistory::Undoable* last() const { return m_history.last(); }
    /// Returns an operation in view that began after next() and is slow by design; null if there is none.
    OperationJob* slowJob() const;
    /// Returns the number of operations in view that belong to the same action as this operation and are still running.
    /// An undo of the action does not include them.
    int partsStillActing(const OperationId& operation) const;
    /// Returns whether undoLast() would do anything: undo an action or show a notice.
    bool isPossible() const;

    /// Undoes nextParts(). Emits a notice instead while slowJob() is running, or if only an operation out of view can
    /// be undone.
    void undoLast();
    /// Makes the operation the next one to undo while its queue is in view.
    void offer(Connection& connection, const OperationRecord& operation);
    /// Undoes one operation. Uses only its id, queue, kind and number of changed tasks. If the connection is not in
    /// view, emits a notice instead.
    void undo(Connection& connection, const OperationRecord& operation);
    /// Undoes operations of one action on one connection, at least one.
    void undoTogether(Connection& connection, const std::vector<OperationRecord>& operations);
    /// Undoes all operations of the action to which this operation belongs.
    void undoAction(Connection& connection, const OperationRecord& operation);

    /// Function that asks the user to confirm the undo of these operations. Returns the pace in tasks per second (0:
    /// unlimited), or nullopt to cancel.
    using Question = std::function<std::optional<qint64>(const Connection&, const std::vector<OperationRecord>&)>;
    void setQuestion(Question ask) { m_ask = std::move(ask); }

Q_SIGNALS:
    void noticed(const dueline::Notice& notice);
    void started(dueline::UndoJob* job);
    /// Emitted when all parts of an undo have ended.
    void ended();
    /// Emitted when next() has changed.
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
