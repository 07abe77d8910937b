// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravelcheckup.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/laravel/laraveljob.h"
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
    const auto jobs = [&](qint64 count) {
        const QString number = found.isCut ? u"at least %1"_s.arg(count) : QString::number(count);
        return u"%1 %2%3 of %4"_s.arg(number, which, count == 1 ? u"job"_s : u"jobs"_s, m_shown);
    };
    if (found.wrapped > 0) {
        m_findings.push_back({"wrapped", QueueFinding::Risk::Present, found.wrapped,
            u"No worker can read %1, and a worker that fetches them loses them: %2."_s.arg(
                jobs(found.wrapped), QString::fromUtf8(found.cause)),
            u"Set serializer and compression to none in the options of the Redis connection of the queue, then "
            u"dispatch "
            u"these jobs again: duectl list %1 shows them."_s.arg(m_operand)});
    }
    if (found.others > 0) {
        m_findings.push_back({"unreadable", QueueFinding::Risk::Present, found.others,
            u"No worker can read %1, and a worker that fetches them loses them."_s.arg(jobs(found.others)),
            u"List them: duectl list --match native:damaged %1."_s.arg(m_operand)});
    }
}

} // namespace dueline
