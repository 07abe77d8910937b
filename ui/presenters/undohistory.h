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

/// Operations that can be undone: those started in this window, plus other clients' operations recorded on the
/// connections.
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
        QueueName seenFrom; ///< queue displayed when the operation began; empty for the entire connection
        quint64 action = 0; ///< number shared by an action's operations; 0 for a single operation
        quint64 order = 0; ///< sequence number; later operations have higher numbers
    };
    /// Action on a connection, whether or not it can be undone.
    struct Entry
    {
        /// The action's operations with the same values for all members below, newest first; never empty.
        std::vector<OperationRecord> parts;
        bool canUndo = false;
        std::optional<qint64> putBack = {}; ///< number of tasks restored by the undo, if known

        bool wasUndone() const { return !parts.front().undoneBy.isEmpty(); }
    };
    /// Progress of reading a connection's records.
    enum class Known : quint8 { Nothing, Reading, Failed, All };

    using QObject::QObject;

    /// Makes this operation the next one to undo.
    void offer(Connection& connection, const OperationRecord& operation, const QueueName& seenFrom, quint64 action = 0);
    void forget(const OperationId& operation);
    /// Records that an operation's undo has started or ended. The operation isn't offered again until the record of the
    /// undo has been read.
    void setUndoing(const OperationId& operation, bool isUndoing);
    /// Returns the last undoable operation on any connection; null if there is none.
    const Undoable* last() const;
    /// Returns the last undoable operation on this connection; null if there is none.
    const Undoable* lastOf(const Connection* connection) const;
    /// Returns the last undoable operation that affects `queue` or began while `queue` was displayed. An empty queue
    /// stands for the entire connection.
    const Undoable* lastInView(const Connection* connection, const QueueName& queue) const;
    /// Returns this queue's operations that belong to the same action as lastInView(), oldest first; empty if there are
    /// none.
    std::vector<Undoable> actionInView(const Connection* connection, const QueueName& queue) const;
    /// Returns the undoable operations of the action that this operation belongs to, oldest first; empty if there are
    /// none.
    std::vector<Undoable> actionOf(const OperationId& operation) const;
    /// Returns Undoable::order of the operation that was offered last.
    quint64 lastOrder() const { return m_order; }
    /// Returns an undoable operation that was started in this window; null if there is none.
    const Undoable* offered(const OperationId& operation) const;
    /// Returns up to `told` actions on this connection that can be undone or have been undone, newest first.
    std::vector<Entry> entries(const Connection& connection) const;
    /// Reads the connection's records, then emits changed().
    void read(Connection& connection);
    /// Returns how much of the records has been read. Until this is All, entries() contains only operations started in
    /// this window.
    Known known(const Connection& connection) const;

Q_SIGNALS:
    void changed();

private:
    std::vector<Undoable> actionOf(const Undoable& part, const QueueName& inView) const;
    std::vector<Entry> operationsOf(const Connection& connection) const;

    std::vector<Undoable> m_offered; ///< operations offered for undo, oldest first
    quint64 m_order = 0;
    QHash<QString, std::vector<OperationRecord>> m_recorded; ///< operations by connection id, newest first
    QHash<QString, Known> m_known; ///< how much of the records has been read, by connection id
    // This window's actions with more than one operation, by operation id. Includes undone operations.
    QHash<OperationId, quint64> m_actions;
    QSet<OperationId> m_undoing;
};

} // namespace dueline
