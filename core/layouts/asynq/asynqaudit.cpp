// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqaudit.h"

#include "core/layouts/asynq/asynqeditor.h"

namespace dueline {

namespace {

/// Returns a QueueInfo with only the name, which is all that the checks need.
QueueInfo infoOfAsynq(const QueueName& queue)
{
    QueueInfo info;
    info.name = queue;
    return info;
}

} // namespace

AsynqAudit::AsynqAudit(RedisClient& client, RedisClock& clock, std::shared_ptr<JobHashes> hashes, AsynqEditor& editor,
    const QueueName& queue)
    : m_look(client, clock, std::move(hashes), infoOfAsynq(queue), {}, AsynqCheckup::Part::Mendable)
    , m_editor(editor)
    , m_queue(queue)
{ }

const std::set<TaskId>& AsynqAudit::found(Fault fault) const
{
    static const std::set<TaskId> none;
    switch (fault) {
    case Fault::Doubled:
        return m_look.differing();
    case Fault::Stray:
        return m_look.strays();
    case Fault::Missing:
    case Fault::Unreadable:
    case Fault::Quarantined:
    case Fault::Leftover:
        break;
    }
    return none;
}

Result<qint64> AsynqAudit::mend(const std::set<TaskId>& ids, const QByteArray&)
{
    return m_editor.mend(m_queue, ids); // `who` is unused: asynq has no event stream to record it
}

Result<qint64> AsynqAudit::tidy(const std::set<TaskId>&) { return 0; }

} // namespace dueline
