// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqcheckup.h"

#include "core/base/duration.h"
#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/layouts/sidekiq/sidekiqwords.h"
#include "core/redis/reply.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Risk = QueueFinding::Risk;

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

/// Checks whether the dead set is full. When a job dies, Sidekiq trims the set to one entry below its limit. A set
/// larger than the default limit means that the limit has been raised.
Result<> SidekiqCheckup::judgeDead()
{
    const auto count = m_client.call({"ZCARD", m_spec.key("dead")});
    if (!count)
        return count.error();
    if (count->integer < mostDead - 1 || count->integer > mostDead)
        return {};
    m_findings.push_back({"dead-full", Risk::Possible, count->integer,
        sidekiqwords::deadSetIsFull(m_shown, QString::number(count->integer)), sidekiqwords::exportDead(m_operand)});
    return {};
}

/// Checks for jobs that GitLab's reliable fetch has set aside because their processes kept dying.
Result<> SidekiqCheckup::judgeInterrupted()
{
    constexpr int mostRead = 20;
    const QByteArray key = m_spec.key("interrupted");
    const auto replies = m_client.callAll({{"ZCARD", key}, {"ZRANGE", key, number(-mostRead), "-1"}});
    if (!replies)
        return replies.error();
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
        sidekiqwords::jobsAreInterrupted(count, firstNames(types)), sidekiqwords::inspectInterrupted(m_operand)});
    return {};
}

/// Checks for jobs left in the lists of dead processes. GitLab's fetcher requeues these jobs only while at least one
/// process is running; Sidekiq Pro's requeues them when a process starts. For Exq, no key shows whether a node has
/// died.
void SidekiqCheckup::judgeOrphans()
{
    qint64 count = 0;
    qint64 inPrivate = 0;
    std::vector<QByteArray> owners;
    for (const HeldList& list : m_work.held().listsOf(m_queue)) {
        if (list.fetcher == HeldList::Fetcher::GitLab && list.isOrphaned)
            count += list.length;
        if (list.fetcher == HeldList::Fetcher::Pro && list.isOrphaned) {
            inPrivate += list.length;
            owners.push_back(list.process);
        }
    }
    m_looked += count + inPrivate;
    if (inPrivate > 0)
        m_findings.push_back({"orphaned-jobs", Risk::Present, inPrivate,
            sidekiqwords::jobsAreInPrivateLists(inPrivate, m_shown, firstNames(owners)),
            sidekiqwords::startSuperFetch()});
    if (count == 0)
        return;
    const QString held = sidekiqwords::jobsAreOrphaned(count, m_shown);
    if (const auto wait = m_work.held().untilCleanUp())
        m_findings.push_back({"orphaned-jobs", Risk::Possible, count,
            sidekiqwords::orphansReturn(held, formatDuration(std::chrono::ceil<std::chrono::minutes>(*wait))),
            sidekiqwords::waitForReturn()});
    else
        m_findings.push_back({"orphaned-jobs", Risk::Present, count, sidekiqwords::orphansStay(held),
            sidekiqwords::returnOrphans(m_operand)});
}

/// Checks for lost processes. A process that exits normally unregisters itself. A lost process doesn't, and its report
/// expires one minute after its last heartbeat.
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
            sidekiqwords::jobsAreHeld(heldCount, firstNames(held), firstNames(silent)), sidekiqwords::saveHeld()});
        return;
    }
    if (!silent.empty())
        m_findings.push_back({"lost-worker", Risk::Possible, qint64(silent.size()),
            sidekiqwords::processesAreSilent(qint64(silent.size()), firstNames(silent)), sidekiqwords::checkProcess()});
    if (!gone.empty())
        m_findings.push_back({"lost-worker", Risk::Possible, qint64(gone.size()),
            sidekiqwords::processesAreGone(qint64(gone.size()), firstNames(gone)), sidekiqwords::readLog()});
}

/// Reports a queue that no process serves if its next job has been waiting too long. That job has usually been waiting
/// the longest.
Result<> SidekiqCheckup::judgeWaiting(TimePoint now)
{
    const QByteArray key = m_spec.key("queue:" + m_queue);
    const auto replies = m_client.callAll({{"LLEN", key}, {"LRANGE", key, "-1", "-1"}});
    if (!replies)
        return replies.error();
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
        sidekiqwords::jobsAreUnserved(
            anyAlive, m_shown, formatDuration(std::chrono::ceil<std::chrono::seconds>(now - *job.enqueuedAt))),
        anyAlive ? sidekiqwords::serveQueue(shellName(m_queue)) : sidekiqwords::startSidekiq()});
    return {};
}

} // namespace dueline
