// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QObject>
#include <QPointer>

namespace dueline {

class Connection;

/// Brings a large payload part by part on the background lane, so that neither the window nor Redis waits for it:
/// between two parts others have their turn. One at a time. What has another length than was said is read twice: a
/// payload that is a reading of what is stored, a pickle or packed bytes, is the same both times, and one that was
/// changed is not.
class PayloadStream : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 partBytes = 1024 * 1024;

    using QObject::QObject;

    void start(Connection& connection, const QueueName& queue, const TaskId& id, qint64 size);
    /// Nothing more of it comes.
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
    TaskId m_id; ///< empty: nothing comes
    qint64 m_size = 0;
    QByteArray m_bytes;
    QByteArray m_before; ///< the same, as it was read at first
    int m_generation = 0; ///< answers to what was cancelled are not listened to
};

} // namespace dueline
