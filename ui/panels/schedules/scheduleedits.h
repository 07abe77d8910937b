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

/// The user's edits to recurring tasks. An edit is made only if the recurring task hasn't changed since it was
/// displayed. Each edit is recorded in the queue and reported in a notice with an Undo link.
class ScheduleEdits : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Adds a recurring task. If its name is already in use, the existing recurring task is left unchanged.
    void add(Connection& connection, const QueueName& queue, const Schedule& schedule);
    void change(Connection& connection, const QueueName& queue, const Schedule& seen, const Schedule& wanted);
    void setEnabled(Connection& connection, const QueueName& queue, const Schedule& seen, bool enabled);
    /// Removes a recurring task, but not the tasks it has added. The removal can be undone unless the recurring task's
    /// record is unreadable.
    void remove(Connection& connection, const QueueName& queue, const Schedule& seen);
    /// Adds a task immediately. This doesn't affect the schedule.
    void runNow(Connection& connection, const QueueName& queue, const Schedule& seen);

    bool canUndo() const { return m_undo && m_connection; }
    /// Returns the last edit's connection if the edit can be undone; otherwise, null.
    Connection* undoneOn() const { return m_connection; }
    /// Undoes the last edit unless the recurring task has changed since then.
    void undoLast();

Q_SIGNALS:
    /// Emitted when an edit has succeeded or failed.
    void noticed(const dueline::Notice& notice);
    void changed();
    /// Emitted when a notice's Undo link is clicked.
    void undoRequested();

private:
    using Undo = std::function<void(Connection&)>;

    struct Edit
    {
        std::function<Result<>(Backend&)> act;
        QByteArray kind; ///< operation kind; see OperationRecord
        Notice notice; ///< notice to show on success
        Undo undo; ///< function that undoes the edit; null if it can't be undone
    };

    void run(Connection& connection, const QueueName& queue, const QByteArray& name, const Edit& edit);

    QPointer<Connection> m_connection; ///< last edit's connection if the edit can be undone
    Undo m_undo;
};

} // namespace dueline
