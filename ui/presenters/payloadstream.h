// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QObject>
#include <QPointer>

namespace dueline {

class Connection;

/// Loader of a large payload in parts on the background lane. Other requests run between the parts, so neither the
/// window nor Redis is blocked. Only one payload is loaded at a time. A payload with an unexpected length is read
/// twice: if the results are equal, it is stored in an encoded form (a pickle or packed bytes); if they differ, it has
/// changed.
class PayloadStream : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 partBytes = 1024 * 1024;

    using QObject::QObject;

    void start(Connection& connection, const QueueName& queue, const TaskId& id, qint64 size);
    /// Cancels loading. No further signals are emitted.
    void cancel();
    bool isRunning() const { return !m_id.isEmpty(); }

Q_SIGNALS:
    void progressed(qint64 bytes, qint64 size);
    void finished(const QByteArray& bytes);
    void failed(const QString& sentence);

private:
    void next();
    void take(const QByteArray& part);

    QPointer<Connection> m_connection;
    QueueName m_queue;
    TaskId m_id; ///< task whose payload is being loaded; empty if there is none
    qint64 m_size = 0;
    QByteArray m_bytes;
    QByteArray m_before; ///< result of the first read if the payload is read twice
    int m_generation = 0; ///< incremented for each load; answers to earlier loads are ignored
};

} // namespace dueline
