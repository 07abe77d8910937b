// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/detailfeed.h"

#include "ui/presenters/connection.h"

namespace dueline {

namespace {

constexpr auto readAgainAfter = std::chrono::seconds(5);

struct LoadedTask
{
    TaskDetail detail;
    std::optional<TaskFlow> flow; ///< task's flow; not set if it couldn't be read
    std::optional<QByteArray> payload; ///< task's payload; not set if it wasn't requested
    qint64 size = 0; ///< size of the complete payload in bytes
};

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
            Backend& backend) -> Result<LoadedTask> {
            auto detail = backend.inspector().task(queue, id);
            if (!detail)
                return detail.error();
            LoadedTask loaded{*detail, TaskFlow(), {}, 0};
            if (detail->inFlow) {
                auto flow = backend.inspector().flow(queue, id);
                loaded.flow = flow ? std::optional(*std::move(flow)) : std::nullopt;
            }
            if (!withPayload)
                return loaded;
            auto payload = backend.inspector().payload(queue, id, 0, detail->task.size <= whole ? -1 : preview);
            if (!payload)
                return payload.error();
            loaded.payload = *std::move(payload);
            // If the payload was decoded from a pickle or packed bytes, its size differs from the stored size.
            const bool isAll = detail->task.size <= whole || loaded.payload->size() < preview;
            loaded.size = isAll ? loaded.payload->size() : detail->task.size;
            return loaded;
        },
        [this, queue = m_queue, id = m_id, of = m_connection](const Result<LoadedTask>& loaded) {
            if (!loaded || id != m_id || queue != m_queue || of != m_connection)
                return;
            Q_EMIT detailLoaded(loaded->detail);
            if (loaded->flow)
                Q_EMIT flowLoaded(queue, *loaded->flow);
            if (!loaded->payload && m_hasPayload && loaded->detail.lastOperation != m_payloadSince) {
                m_hasPayload = false;
                return refresh();
            }
            if (!loaded->payload || m_hasPayload)
                return;
            m_hasPayload = true;
            m_payloadSince = loaded->detail.lastOperation;
            Q_EMIT payloadLoaded(*loaded->payload, loaded->size);
        });
}

} // namespace dueline
