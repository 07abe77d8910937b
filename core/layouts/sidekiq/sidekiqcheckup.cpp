// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqcheckup.h"

#include "core/base/duration.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Risk = QueueFinding::Risk;

constexpr std::size_t mostNamed = 3;

QString namesOf(const std::vector<QByteArray>& all)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(mostNamed, all.size()); ++i)
        names << printable(all[i], 60);
    if (all.size() > mostNamed)
        names << u"…"_s;
    return names.join(u", "_s);
}

} // namespace

SidekiqCheckup::SidekiqCheckup(RedisClient& client, RedisClock& clock, SidekiqWork& work, const SidekiqSpec& spec,
    const QueueInfo& queue, const QueueName& called)
    : m_client(client)
    , m_clock(clock)
    , m_work(work)
    , m_spec(spec)
    , m_queue(queue.name)
    , m_isPaused(queue.paused)
    , m_shown(printable(called, 60))
    , m_operand(shellOperands({called}))
{ }

Result<bool> SidekiqCheckup::step()
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    if (const auto read = m_work.read(*now); !read)
        return read.error();
    const auto judged = m_spec.isShared(m_queue) ? judgeDead() : judgeWaiting(*now);
    if (!judged)
        return judged.error();
    if (!m_spec.isShared(m_queue)) {
        judgeOrphans();
        return false;
    }
    if (const auto read = judgeInterrupted(); !read)
        return read.error();
    judgeProcesses();
    return false;
}

/// Checks whether the dead set is full. Each time a job dies, Sidekiq trims the set to one below its limit. If the set
/// is larger, the limit has been raised.
Result<> SidekiqCheckup::judgeDead()
{
    const auto count = m_client.call({"ZCARD", m_spec.key("dead")});
    if (!count)
        return count.error();
    if (count->integer < mostDead - 1 || count->integer > mostDead)
        return {};
    m_findings.push_back({"dead-full", Risk::Possible, count->integer,
        u"The dead set of %1 has %2 jobs, Sidekiq's default limit (dead_max_jobs): each job that dies now drops the "
        u"oldest one."_s.arg(m_shown, QString::number(count->integer)),
        u"Export them (duectl export --state failed %1 FILE), then retry them, delete the ones you do not need, or "
        u"raise dead_max_jobs."_s.arg(m_operand)});
    return {};
}

/// Checks for jobs that GitLab's reliable fetch has set aside because their process ended again and again.
Result<> SidekiqCheckup::judgeInterrupted()
{
    constexpr int mostRead = 20;
    const QByteArray key = m_spec.key("interrupted");
    const auto replies = m_client.pipeline({{"ZCARD", key}, {"ZRANGE", key, number(-mostRead), "-1"}});
    if (!replies)
        return replies.error();
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return errorFromReply(reply.bytes);
    }
    const qint64 count = (*replies)[0].integer;
    if (count == 0)
        return {};
    std::vector<QByteArray> types;
    for (const Reply& member : (*replies)[1].items) {
        const QByteArray type = SidekiqJob::read(member.bytes, SidekiqJob::Parts::Head).type;
        if (!type.isEmpty() && std::find(types.begin(), types.end(), type) == types.end())
            types.push_back(type);
    }
    m_findings.push_back({"interrupted-jobs", Risk::Present, count,
        count == 1
            ? u"Reliable fetch has set aside 1 job (%1) because its process ended each time it ran: it may be what "
              u"ends the process."_s.arg(namesOf(types))
            : u"Reliable fetch has set aside %1 jobs (%2) because their processes ended each time they ran: they "
              u"may be what ends the processes."_s.arg(QString::number(count), namesOf(types)),
        u"Look at them (duectl list --match native:interrupted %1), and find out why the processes ended, for example "
        u"for lack of memory, before you retry them."_s.arg(m_operand)});
    return {};
}

/// Checks for jobs in lists of processes that have ended. GitLab's fetcher puts them back only while a process runs.
void SidekiqCheckup::judgeOrphans()
{
    qint64 count = 0;
    for (const HeldList& list : m_work.held().listsOf(m_queue)) {
        if (list.fetcher == HeldList::Fetcher::GitLab && list.isOrphaned)
            count += list.length;
    }
    m_looked += count;
    if (count == 0)
        return;
    const QString held = count == 1
        ? u"1 job of %1 is in the working list of a process that has ended"_s.arg(m_shown)
        : u"%1 jobs of %2 are in the working lists of processes that have ended"_s.arg(QString::number(count), m_shown);
    if (const auto wait = m_work.held().untilCleanUp())
        m_findings.push_back({"orphaned-jobs", Risk::Possible, count,
            u"%1. Reliable fetch puts them back within %2."_s.arg(
                held, formatDuration(std::chrono::ceil<std::chrono::minutes>(*wait))),
            u"Wait, or find out why the processes ended. Each return counts as an interruption."_s});
    else
        m_findings.push_back({"orphaned-jobs", Risk::Present, count,
            u"%1, and no process with reliable fetch is running that would put them back."_s.arg(held),
            u"Start a Sidekiq process with reliable fetch, or put them back: duectl retry --state leased --match "
            u"native:orphaned --force %1"_s.arg(m_operand)});
}

/// Checks for lost processes. A process that ends normally signs off. A lost process does not, and its report expires a
/// minute after its last heartbeat.
void SidekiqCheckup::judgeProcesses()
{
    std::vector<QByteArray> silent;
    std::vector<QByteArray> gone;
    for (const WorkerInfo& process : m_work.processes()) {
        if (process.lost)
            (process.seenAt == TimePoint() ? gone : silent).push_back(process.id);
    }
    m_looked = qint64(m_work.processes().size());
    std::vector<QByteArray> held;
    for (const BusyJob& job : m_work.jobs()) {
        if (job.isLost)
            held.push_back(job.queue);
    }
    const auto heldCount = qint64(held.size());
    if (heldCount > 0) {
        std::sort(held.begin(), held.end());
        held.erase(std::unique(held.begin(), held.end()), held.end());
        silent.insert(silent.end(), gone.begin(), gone.end());
        m_findings.push_back({"lost-jobs", Risk::Present, heldCount,
            heldCount == 1
                ? u"1 job (queue: %1) is held by a process that has ended (%2): its only copy disappears with that "
                  u"process's report."_s.arg(namesOf(held), namesOf(silent))
                : u"%1 jobs (queues: %2) are held by processes that have ended (%3): their only copies disappear with "
                  u"those processes' reports."_s.arg(QString::number(heldCount), namesOf(held), namesOf(silent)),
            u"Save them now: duectl list QUEUE --match native:lost lists them, duectl show prints one. Then push them "
            u"again."_s});
        return;
    }
    if (!silent.empty())
        m_findings.push_back({"lost-worker", Risk::Possible, qint64(silent.size()),
            (silent.size() == 1
                    ? u"The process %1 has sent no heartbeat for over a minute; it reported no running jobs."_s
                    : u"The processes %1 have sent no heartbeat for over a minute; they reported no running jobs."_s)
                .arg(namesOf(silent)),
            u"Check that it still runs and reaches Redis; if not, start another process."_s});
    if (!gone.empty())
        m_findings.push_back({"lost-worker", Risk::Possible, qint64(gone.size()),
            (gone.size() == 1
                    ? u"The process %1 ended without signing off, and its report has expired: a job that it ran is no "
                      u"longer in any key."_s
                    : u"The processes %1 ended without signing off, and their reports have expired: jobs that they ran "
                      u"are no longer in any key."_s)
                .arg(namesOf(gone)),
            u"Look in its log for the jobs that it ran, and push them again. The next process that starts removes its "
            u"entry."_s});
}

/// Checks the wait of the job that runs next, which has usually waited longest.
Result<> SidekiqCheckup::judgeWaiting(TimePoint now)
{
    const QByteArray key = m_spec.key("queue:" + m_queue);
    const auto replies = m_client.pipeline({{"LLEN", key}, {"LRANGE", key, "-1", "-1"}});
    if (!replies)
        return replies.error();
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return errorFromReply(reply.bytes);
    }
    if ((*replies)[1].items.empty())
        return {};
    m_looked = 1;
    const SidekiqJob job = SidekiqJob::read((*replies)[1].items.front().bytes, SidekiqJob::Parts::Head);
    const bool isWorked
        = std::any_of(m_work.processes().begin(), m_work.processes().end(), [this](const auto& process) {
              return !process.lost
                  && std::find(process.queues.begin(), process.queues.end(), m_queue) != process.queues.end();
          });
    if (isWorked || m_isPaused || !job.enqueuedAt || now - *job.enqueuedAt < grace)
        return {};
    const bool anyAlive = std::any_of(
        m_work.processes().begin(), m_work.processes().end(), [](const auto& process) { return !process.lost; });
    m_findings.push_back({"unserved", Risk::Possible, (*replies)[0].integer,
        (anyAlive ? u"Jobs of %1 have been waiting for %2, and no process serves the queue."_s
                  : u"Jobs of %1 have been waiting for %2, and no Sidekiq process is running."_s)
            .arg(m_shown, formatDuration(std::chrono::ceil<std::chrono::seconds>(now - *job.enqueuedAt))),
        anyAlive ? u"Start a process for this queue (sidekiq -q %1), or add the queue to a process's list."_s.arg(
            shellName(m_queue))
                 : u"Start Sidekiq, or find out why it has ended."_s});
    return {};
}

} // namespace dueline
