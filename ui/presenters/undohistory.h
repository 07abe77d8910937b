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

/// What can be undone, and where: the operations of this window, and what each connection has recorded of others.
class UndoHistory : public QObject
{
    Q_OBJECT

public:
    /// At most so many are told of a connection.
    static constexpr int told = 12;

    /// An operation that can be undone.
    struct Undoable
    {
        QPointer<Connection> connection;
        OperationRecord operation;
        QueueName seenFrom; ///< the queue that was in view when it was begun; empty: all of the connection
        quint64 action = 0; ///< those with the same one were begun together, by one action; 0: alone
        quint64 order = 0; ///< later ones have a higher one
    };
    /// An action on a connection, whether or not it can still be undone.
    struct Entry
    {
        /// The operations of one action that this is so of, at least one, newest first.
        std::vector<OperationRecord> parts;
        bool canUndo = false;
        std::optional<qint64> putBack = {}; ///< of one that was undone, where that is known

        bool wasUndone() const { return !parts.front().undoneBy.isEmpty(); }
    };
    /// How much is known of what a connection has recorded.
    enum class Known : quint8 { Nothing, Reading, Failed, All };

    using QObject::QObject;

    /// From now on it is what is undone first.
    void offer(Connection& connection, const OperationRecord& operation, const QueueName& seenFrom, quint64 action = 0);
    void forget(const OperationId& operation);
    /// Its undo is on its way, or not any more: until its record tells, it is not offered again.
    void setUndoing(const OperationId& operation, bool isUndoing);
    /// The last one of all connections; null: there is none.
    const Undoable* last() const;
    /// The last one of this connection.
    const Undoable* lastOf(const Connection* connection) const;
    /// The last one of what is in view: of `queue`, or begun while it was in view; an empty queue is the whole
    /// connection.
    const Undoable* lastInView(const Connection* connection, const QueueName& queue) const;
    /// All that is in view of the action that lastInView() belongs to, oldest first; empty: there is none.
    std::vector<Undoable> actionInView(const Connection* connection, const QueueName& queue) const;
    /// All that can be undone of the action that this operation belongs to, oldest first; empty: nothing.
    std::vector<Undoable> actionOf(const OperationId& operation) const;
    /// Undoable::order of the last one that was offered.
    quint64 lastOrder() const { return m_order; }
    /// One that can be undone of those of this window; null: it is none.
    const Undoable* offered(const OperationId& operation) const;
    /// Of this connection, newest first, at most `told`; only what can be, or was, undone.
    std::vector<Entry> entries(const Connection& connection) const;
    /// Reads what the connection has recorded; changed() tells once it is there.
    void read(Connection& connection);
    /// Before All, entries() has those of this window alone.
    Known known(const Connection& connection) const;

Q_SIGNALS:
    void changed();

private:
    std::vector<Undoable> actionOf(const Undoable& part, const QueueName& inView) const;
    std::vector<Entry> operationsOf(const Connection& connection) const;

    std::vector<Undoable> m_offered; ///< oldest first
    quint64 m_order = 0;
    QHash<QString, std::vector<OperationRecord>> m_recorded; ///< by the id of the connection, newest first
    QHash<QString, Known> m_known; ///< the same
    QHash<OperationId, quint64> m_actions; ///< of this window's operations that were not alone, undone ones as well
    QSet<OperationId> m_undoing;
};

} // namespace dueline
