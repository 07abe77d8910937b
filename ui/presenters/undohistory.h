// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>

#include <optional>
#include <vector>

namespace dueline {

class Connection;

/// Operations that can be undone: operations started in this window, and operations of other clients that are recorded
/// on each connection.
class UndoHistory : public QObject
{
    Q_OBJECT

public:
    /// Maximum number of entries per connection.
    static constexpr int told = 12;

    /// Operation that can be undone.
    struct Undoable
    {
        QPointer<Connection> connection;
        OperationRecord operation;
        QueueName seenFrom; ///< queue in view when the operation began; empty: the whole connection
        quint64 action = 0; ///< number shared by all operations of one action; 0: a single operation
        quint64 order = 0; ///< later operations have a higher number
    };
    /// Action on a connection, undoable or not.
    struct Entry
    {
        /// Operations of one action that have the same values for all properties below; at least one, newest first.
        std::vector<OperationRecord> parts;
        bool canUndo = false;
        std::optional<qint64> putBack = {}; ///< tasks restored by the undo, if known

        bool wasUndone() const { return !parts.front().undoneBy.isEmpty(); }
    };
    /// Extent to which a connection's records have been read.
    enum class Known : quint8 { Nothing, Reading, Failed, All };

    using QObject::QObject;

    /// Makes the operation the next one to undo.
    void offer(Connection& connection, const OperationRecord& operation, const QueueName& seenFrom, quint64 action = 0);
    void forget(const OperationId& operation);
    /// Marks the undo of an operation as running or ended. The operation is not offered again until the record of the
    /// undo has been read.
    void setUndoing(const OperationId& operation, bool isUndoing);
    /// Returns the last operation of all connections; null if there is none.
    const Undoable* last() const;
    /// Returns the last operation of this connection.
    const Undoable* lastOf(const Connection* connection) const;
    /// Returns the last operation that is in view: an operation on `queue`, or one that began while `queue` was in
    /// view. An empty queue means the whole connection.
    const Undoable* lastInView(const Connection* connection, const QueueName& queue) const;
    /// Returns the operations in view of the same action as lastInView(), oldest first; empty if there is none.
    std::vector<Undoable> actionInView(const Connection* connection, const QueueName& queue) const;
    /// Returns the undoable operations of the action that this operation belongs to, oldest first; empty if there is
    /// none.
    std::vector<Undoable> actionOf(const OperationId& operation) const;
    /// Returns Undoable::order of the most recently offered operation.
    quint64 lastOrder() const { return m_order; }
    /// Returns an undoable operation of this window; null if there is no such operation.
    const Undoable* offered(const OperationId& operation) const;
    /// Returns the actions on this connection that can be or were undone, newest first, at most `told`.
    std::vector<Entry> entries(const Connection& connection) const;
    /// Reads the records of the connection, and emits changed() afterwards.
    void read(Connection& connection);
    /// Returns to what extent the records have been read. Before All, entries() contains only operations of this
    /// window.
    Known known(const Connection& connection) const;

Q_SIGNALS:
    void changed();

private:
    std::vector<Undoable> actionOf(const Undoable& part, const QueueName& inView) const;
    std::vector<Entry> operationsOf(const Connection& connection) const;

    std::vector<Undoable> m_offered; ///< oldest first
    quint64 m_order = 0;
    QHash<QString, std::vector<OperationRecord>> m_recorded; ///< operations by connection id, newest first
    QHash<QString, Known> m_known; ///< extent to which the records have been read, by connection id
    // actions that consist of several operations of this window, including operations that were undone
    QHash<OperationId, quint64> m_actions;
    QSet<OperationId> m_undoing;
};

} // namespace dueline
