// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedulebook.h"
#include "ui/text/notice.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace dueline {

class Backend;
class Connection;

/// What an operator does to recurring tasks. Each edit is about what was seen: one that was changed meanwhile is left
/// as it is. What was done is recorded with the queue, told in a notice, and undone from there.
class ScheduleEdits : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// A new one; one of its name is left alone.
    void add(Connection& connection, const QueueName& queue, const Schedule& schedule);
    void change(Connection& connection, const QueueName& queue, const Schedule& seen, const Schedule& wanted);
    void setEnabled(Connection& connection, const QueueName& queue, const Schedule& seen, bool enabled);
    /// Its tasks stay. Undone unless it cannot be read.
    void remove(Connection& connection, const QueueName& queue, const Schedule& seen);
    /// Adds one of its tasks now; its ticks go on as planned.
    void runNow(Connection& connection, const QueueName& queue, const Schedule& seen);

    bool canUndo() const { return m_undo && m_connection; }
    /// Of what can be undone.
    Connection* undoneOn() const { return m_connection; }
    /// The last edit, as far as nobody has changed it since.
    void undoLast();

Q_SIGNALS:
    /// It is over, or went wrong.
    void noticed(const dueline::Notice& notice);
    void changed();
    /// The link of a notice was pressed.
    void undoRequested();

private:
    using Undo = std::function<void(Connection&)>;

    struct Edit
    {
        std::function<Result<>(Backend&)> act;
        QByteArray kind; ///< as OperationRecord's
        Notice notice; ///< once it is done
        Undo undo; ///< null: it cannot be
    };

    void run(Connection& connection, const QueueName& queue, const QByteArray& name, const Edit& edit);

    QPointer<Connection> m_connection; ///< of what can be undone
    Undo m_undo;
};

} // namespace dueline
