// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskflow.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QPointer>

namespace dueline {

class Connection;

/// Brings everything about the one task that is inspected: its detail as often as it is asked for, its payload once,
/// and again when an operator has acted on the task, since nothing else changes it.
class DetailFeed : public QObject
{
    Q_OBJECT

public:
    /// Payloads larger than this many bytes come only up to `textPreview`.
    DetailFeed(qint64 wholeUpTo, qint64 textPreview, QObject* parent = nullptr);

    /// Another task, or none (null or an empty id).
    void show(Connection* connection, const QueueName& queue, const TaskId& id);
    const TaskId& shownTask() const { return m_id; }
    void refresh();
    /// Asks again when the task is seen in the list otherwise than before, and now and then.
    void follow(const Task& seen);

Q_SIGNALS:
    void detailLoaded(const dueline::TaskDetail& detail);
    /// With each detail; empty where the task belongs to no flow.
    void flowLoaded(const dueline::QueueName& queue, const dueline::TaskFlow& flow);
    void payloadLoaded(const QByteArray& bytes, qint64 size);

private:
    qint64 m_wholeUpTo;
    qint64 m_textPreview;
    QPointer<Connection> m_connection;
    QueueName m_queue;
    TaskId m_id;
    bool m_hasPayload = false;
    OperationId m_payloadSince; ///< the operator action that had touched the task last when its payload was read
    Task m_seen; ///< as in the list when it was asked for
    QDeadlineTimer m_again;
};

} // namespace dueline
