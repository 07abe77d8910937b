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
/// on the connections.
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
        quint64 action = 0; ///< number shared by all operations of one action; 0 for a single operation
        quint64 order = 0; ///< higher for later operations
    };
    /// Action on a connection, which may no longer be undoable.
    struct Entry
    {
        /// Operations of one action with equal values for all properties below; at least one, newest first.
        std::vector<OperationRecord> parts;
        bool canUndo = false;
        std::optional<qint64> putBack = {}; ///< number of tasks restored by the undo, if known

        bool wasUndone() const { return !parts.front().undoneBy.isEmpty(); }
    };
    /// Extent to which a connection's records have been read.
    enum class Known : quint8 { Nothing, Reading, Failed, All };

    using QObject::QObject;

    /// Makes the operation the next one to undo.
    void offer(Connection& connection, const OperationRecord& operation, const QueueName& seenFrom, quint64 action = 0);
    void forget(const OperationId& operation);
    /// Marks the undo of an operation as running or ended. The operation is not offered again until the record of its
    /// undo has been read.
    void setUndoing(const OperationId& operation, bool isUndoing);
    /// Returns the last operation of all connections; null if there is none.
    const Undoable* last() const;
    /// Returns the last operation of this connection.
    const Undoable* lastOf(const Connection* connection) const;
    /// Returns the last operation in view: an operation on `queue`, or one that began while `queue` was in view. An
    /// empty queue means the whole connection.
    const Undoable* lastInView(const Connection* connection, const QueueName& queue) const;
    /// Returns the operations in view that belong to the same action as lastInView(), oldest first; empty if there are
    /// none.
    std::vector<Undoable> actionInView(const Connection* connection, const QueueName& queue) const;
    /// Returns the undoable operations of the action to which this operation belongs, oldest first; empty if there are
    /// none.
    std::vector<Undoable> actionOf(const OperationId& operation) const;
    /// Returns Undoable::order of the last offered operation.
    quint64 lastOrder() const { return m_order; }
    /// Returns an undoable operation of this window; null if there is none.
    const Undoable* offered(const OperationId& operation) const;
    /// Returns the actions on this connection that can be or were undone, newest first, at most `told`.
    std::vector<Entry> entries(const Connection& connection) const;
    /// Reads the records of the connection, and emits changed() afterwards.
    void read(Connection& connection);
    /// Returns the extent to which the records have been read. Until it is All, entries() contains only operations of
    /// this window.
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
    // actions that consist of several operations of this window, including undone operations
    QHash<OperationId, quint64> m_actions;
    QSet<OperationId> m_undoing;
};

} // namespace dueline
