// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravelcheckup.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/laravel/laraveljob.h"
#include "core/layouts/laravel/laravelwords.h"
#include "core/redis/reply.h"

using namespace Qt::StringLiterals;

namespace dueline {

LaravelCheckup::LaravelCheckup(
    RedisClient& client, const LaravelSpec& spec, const QueueName& queue, const QueueName& called)
    : m_client(client)
    , m_list(spec.list(queue))
    , m_shown(printable(called, 60))
    , m_operand(shellOperands({called}))
{
    if (!spec.isShared(queue))
        setLooks<LaravelCheckup>(
            this, {&LaravelCheckup::readDelayed, &LaravelCheckup::readWaiting, &LaravelCheckup::judge});
}

Result<bool> LaravelCheckup::read(Command command, Unreadable& found)
{
    command.insert(command.end(), {number(m_offset), number(m_offset + perStep - 1)});
    const auto members = m_client.call(command);
    if (!members)
        return members.error();
    for (const Reply& member : members->items) {
        const LaravelJob job = LaravelJob::read(member.bytes, LaravelJob::Parts::Head);
        if (job.isSound())
            continue;
        if (job.wrap && found.cause.isEmpty())
            found.cause = job.wrap->cause("them");
        ++(job.wrap ? found.wrapped : found.others);
    }
    const auto count = qint64(members->items.size());
    m_offset += count;
    m_looked += count;
    found.isCut = count == perStep && m_offset >= mostRead;
    return count == perStep && !found.isCut;
}

Result<bool> LaravelCheckup::judge()
{
    tell(m_delayed, u"delayed "_s);
    tell(m_waiting, {});
    return false;
}

void LaravelCheckup::tell(const Unreadable& found, const QString& which)
{
    const auto jobs = [&](qint64 count) { return laravelwords::unreadableJobs(count, found.isCut, which, m_shown); };
    if (found.wrapped > 0) {
        m_findings.push_back({"wrapped", QueueFinding::Risk::Present, found.wrapped,
            laravelwords::jobsAreWrapped(jobs(found.wrapped), QString::fromUtf8(found.cause)),
            laravelwords::stopWrapping(m_operand)});
    }
    if (found.others > 0) {
        m_findings.push_back({"unreadable", QueueFinding::Risk::Present, found.others,
            laravelwords::jobsAreUnreadable(jobs(found.others)), laravelwords::listDamaged(m_operand)});
    }
}

} // namespace dueline
