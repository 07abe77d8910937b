// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskflow.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QPointer>

namespace dueline {

class Connection;

/// Feed of the inspected task's details. Each request loads the details. The payload is loaded once and reloaded only
/// after an operator has changed the task, because payloads can't change in any other way.
class DetailFeed : public QObject
{
    Q_OBJECT

public:
    /// Creates a feed. `wholeUpTo`: maximum size in bytes of payloads to load completely. Only the first `textPreview`
    /// bytes of larger payloads are loaded.
    DetailFeed(qint64 wholeUpTo, qint64 textPreview, QObject* parent = nullptr);

    /// Switches to a task. If `connection` is null or the id is empty, clears the feed.
    void show(Connection* connection, const QueueName& queue, const TaskId& id);
    const TaskId& shownTask() const { return m_id; }
    void refresh();
    /// Reloads the details if the task's row has changed, and otherwise periodically.
    void follow(const Task& seen);

Q_SIGNALS:
    void detailLoaded(const dueline::TaskDetail& detail);
    /// Emitted along with the details. `flow` is empty if the task isn't part of a flow.
    void flowLoaded(const dueline::QueueName& queue, const dueline::TaskFlow& flow);
    void payloadLoaded(const QByteArray& bytes, qint64 size);

private:
    qint64 m_wholeUpTo;
    qint64 m_textPreview;
    QPointer<Connection> m_connection;
    QueueName m_queue;
    TaskId m_id;
    bool m_hasPayload = false;
    OperationId m_payloadSince; ///< last operation on the task at the time its payload was read
    Task m_seen; ///< the task's row at the last request
    QDeadlineTimer m_again;
};

} // namespace dueline
