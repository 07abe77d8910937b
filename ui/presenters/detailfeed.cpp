// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/detailfeed.h"

#include "ui/presenters/connection.h"

namespace dueline {

namespace {

constexpr auto readAgainAfter = std::chrono::seconds(5);

} // namespace

DetailFeed::DetailFeed(qint64 wholeUpTo, qint64 textPreview, QObject* parent)
    : QObject(parent)
    , m_wholeUpTo(wholeUpTo)
    , m_textPreview(textPreview)
{ }

void DetailFeed::show(Connection* connection, const QueueName& queue, const TaskId& id)
{
    if (connection == m_connection && queue == m_queue && id == m_id)
        return;
    m_connection = connection;
    m_queue = queue;
    m_id = connection ? id : TaskId();
    m_hasPayload = false;
    refresh();
}

void DetailFeed::follow(const Task& seen)
{
    if (seen == m_seen && !m_again.hasExpired())
        return;
    m_seen = seen;
    refresh();
}

void DetailFeed::refresh()
{
    if (!m_connection || m_id.isEmpty())
        return;
    m_again.setRemainingTime(readAgainAfter);
    m_connection->session().run(
        Session::Lane::Interactive, this,
        [queue = m_queue, id = m_id, whole = m_wholeUpTo, preview = m_textPreview, withPayload = !m_hasPayload](
            Backend& backend) -> Result<std::pair<TaskDetail, std::optional<QByteArray>>> {
            auto detail = backend.inspector().task(queue, id);
            if (!detail)
                return detail.error();
            if (!withPayload)
                return std::pair(*detail, std::optional<QByteArray>());
            auto payload = backend.inspector().payload(queue, id, 0, detail->task.size <= whole ? -1 : preview);
            if (!payload)
                return payload.error();
            return std::pair(*detail, std::optional(*payload));
        },
        [this, queue = m_queue, id = m_id, of = m_connection](
            const Result<std::pair<TaskDetail, std::optional<QByteArray>>>& loaded) {
            if (!loaded || id != m_id || queue != m_queue || of != m_connection)
                return;
            Q_EMIT detailLoaded(loaded->first);
            if (!loaded->second && m_hasPayload && loaded->first.lastOperation != m_payloadSince) {
                m_hasPayload = false;
                return refresh();
            }
            if (!loaded->second || m_hasPayload)
                return;
            m_hasPayload = true;
            m_payloadSince = loaded->first.lastOperation;
            Q_EMIT payloadLoaded(*loaded->second, loaded->first.task.size);
        });
}

} // namespace dueline
