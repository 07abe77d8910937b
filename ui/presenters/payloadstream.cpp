// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/payloadstream.h"

#include "ui/presenters/connection.h"

namespace dueline {

void PayloadStream::start(Connection& connection, const QueueName& queue, const TaskId& id, qint64 size)
{
    cancel();
    m_connection = &connection;
    m_queue = queue;
    m_id = id;
    m_size = size;
    m_bytes.reserve(qsizetype(size));
    Q_EMIT progressed(0, size);
    next();
}

void PayloadStream::cancel()
{
    ++m_generation;
    m_id.clear();
    m_bytes = {};
    m_before = {};
}

void PayloadStream::next()
{
    if (!m_connection)
        return cancel();
    m_connection->session().run(
        Session::Lane::Background, this,
        [queue = m_queue, id = m_id, from = qint64(m_bytes.size())](
            Backend& backend) { return backend.inspector().payload(queue, id, from, partBytes); },
        [this, generation = m_generation](const Result<QByteArray>& part) {
            if (generation != m_generation)
                return;
            if (part)
                return take(*part);
            cancel();
            Q_EMIT failed(part.error().message);
        });
}

void PayloadStream::take(const QByteArray& part)
{
    m_bytes += part;
    if (part.size() == partBytes) {
        Q_EMIT progressed(m_bytes.size(), std::max<qint64>(m_size, m_bytes.size()));
        return next();
    }
    // The length is unexpected: either the payload is stored in an encoded form, or it has changed. Read it again to
    // find out.
    if (m_bytes.size() != m_size && m_before.isEmpty() && !m_bytes.isEmpty()) {
        m_size = m_bytes.size();
        m_before = std::exchange(m_bytes, {});
        return next();
    }
    const bool whole = m_bytes.size() == m_size && (m_before.isEmpty() || m_before == m_bytes);
    const QByteArray bytes = std::exchange(m_bytes, {});
    cancel();
    if (whole)
        Q_EMIT finished(bytes);
    else
        Q_EMIT failed(tr("The payload changed while it was being read. Open the task again."));
}

} // namespace dueline
