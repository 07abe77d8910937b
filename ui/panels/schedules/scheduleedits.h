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

/// Edits of recurring tasks by the user. An edit applies only if the recurring task has not changed since it was shown.
/// Each edit is recorded with the queue, and shown in a notice with an Undo link.
class ScheduleEdits : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Adds a recurring task. If the name is already used, the existing recurring task is not changed.
    void add(Connection& connection, const QueueName& queue, const Schedule& schedule);
    void change(Connection& connection, const QueueName& queue, const Schedule& seen, const Schedule& wanted);
    void setEnabled(Connection& connection, const QueueName& queue, const Schedule& seen, bool enabled);
    /// Removes a recurring task, but not the tasks it has added. The removal can be undone unless the recurring task's
    /// record is unreadable.
    void remove(Connection& connection, const QueueName& queue, const Schedule& seen);
    /// Adds a task immediately. The planned ticks are not affected.
    void runNow(Connection& connection, const QueueName& queue, const Schedule& seen);

    bool canUndo() const { return m_undo && m_connection; }
    /// Returns the connection of the last edit, if the edit can be undone.
    Connection* undoneOn() const { return m_connection; }
    /// Undoes the last edit, unless the recurring task has changed since.
    void undoLast();

Q_SIGNALS:
    /// Emitted after an edit has succeeded or failed.
    void noticed(const dueline::Notice& notice);
    void changed();
    /// Requests an undo from the link of a notice.
    void undoRequested();

private:
    using Undo = std::function<void(Connection&)>;

    struct Edit
    {
        std::function<Result<>(Backend&)> act;
        QByteArray kind; ///< kind as in OperationRecord
        Notice notice; ///< notice of success
        Undo undo; ///< function that undoes the edit; null if it cannot be undone
    };

    void run(Connection& connection, const QueueName& queue, const QByteArray& name, const Edit& edit);

    QPointer<Connection> m_connection; ///< connection of the last edit, if the edit can be undone
    Undo m_undo;
};

} // namespace dueline
