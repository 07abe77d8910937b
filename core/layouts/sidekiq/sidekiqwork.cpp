// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqwork.h"

#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr std::chrono::seconds believedFor{1};
constexpr qint64 workBytesPerRead = 2 * 1024 * 1024;
constexpr std::array<const char*, 2> workKeys{":workers", ":work"};

/// Parses a worker process. `expiresIn`: PTTL of its report in ms. Each heartbeat resets the PTTL to one minute, so the
/// PTTL gives the last heartbeat's time on the server's clock. The `beat` field is based on the process's own clock,
/// which may be off.
WorkerInfo processOf(const QByteArray& identity, const Reply& fields, const Reply& expiresIn,
    const QueueName& sharedPlace, TimePoint now)
{
    WorkerInfo worker;
    worker.id = identity;
    worker.lost = true;
    if (fields.items.size() != 4 || !fields.items[0].isBytes())
        return worker;
    const QJsonObject info = QJsonDocument::fromJson(fields.items[0].bytes).object();
    worker.host = info.value(u"hostname").toString().toUtf8();
    worker.processId = info.value(u"pid").toInteger();
    worker.startedAt
        = sidekiqInstant(QByteArray::number(info.value(u"started_at").toDouble(), 'f', 6)).value_or(TimePoint());
    worker.concurrency = info.value(u"concurrency").toInt();
    if (worker.concurrency == 0) { // version 8.1 reports concurrency per capsule
        for (const QJsonValue& capsule : info.value(u"capsules").toObject())
            worker.concurrency += std::clamp(capsule.toObject().value(u"concurrency").toInt(), 0, 100'000);
    }
    for (const QJsonValue& queue : info.value(u"queues").toArray()) {
        const QByteArray name = queue.toString().toUtf8();
        if (std::find(worker.queues.begin(), worker.queues.end(), name) == worker.queues.end())
            worker.queues.push_back(name); // a queue with a weight is listed more than once
    }
    worker.queues.push_back(sharedPlace); // every process polls scheduled and retried jobs
    worker.running = std::max(fields.items[1].bytes.toInt(), 0);
    const Millis left(expiresIn.isInteger() ? expiresIn.integer : -1);
    worker.seenAt = left > Millis::zero() && left <= SidekiqWork::lostAfter
        ? now - (SidekiqWork::lostAfter - left)
        : sidekiqInstant(fields.items[2].bytes).value_or(TimePoint());
    worker.lost = now - worker.seenAt > SidekiqWork::lostAfter;
    return worker;
}

} // namespace

std::vector<BusyJob> SidekiqWork::jobsOf(const QueueName& queue) const
{
    std::vector<BusyJob> jobs;
    std::copy_if(m_jobs.begin(), m_jobs.end(), std::back_inserter(jobs),
        [&queue](const BusyJob& job) { return job.queue == queue; });
    return jobs;
}

Result<> SidekiqWork::read(TimePoint now)
{
    const auto here = std::chrono::steady_clock::now();
    if (m_readAt && here - *m_readAt < believedFor)
        return {};
    m_jobs.clear();
    m_reports.clear();
    m_processes.clear();
    m_stopping.clear();
    std::vector<Reply> traces;
    auto read = readProcesses(now, traces);
    if (traces.empty())
        return read;
    if (read)
        read = readJobs();
    const bool hasLost
        = std::any_of(m_processes.begin(), m_processes.end(), [](const WorkerInfo& process) { return process.lost; });
    // Refresh the lists even if the user isn't allowed to read the reports, so that the lists' jobs still show up.
    if (const auto lists = m_held.refresh(traces, hasLost); !lists)
        return lists.error();
    if (read)
        read = findHeld();
    if (read)
        m_readAt = here;
    return read;
}

const BusyJob* SidekiqWork::reportOf(const QByteArray& member) const
{
    const auto report = m_reports.find(member);
    return report == m_reports.end() ? nullptr : &report->second;
}

Result<> SidekiqWork::readProcesses(TimePoint now, std::vector<Reply>& traces)
{
    std::vector<QByteArray> identities;
    QByteArray cursor = "0";
    do {
        std::vector<Command> commands = traces.empty() ? m_held.traceCommands() : std::vector<Command>();
        commands.push_back({"SSCAN", m_spec.key("processes"), cursor, "COUNT", "200"});
        auto replies = m_client.pipeline(commands);
        if (!replies)
            return replies.error();
        const Reply page = std::move(replies->back());
        replies->pop_back();
        if (traces.empty())
            traces = *std::move(replies);
        if (page.isError())
            return errorFromReply(page.bytes);
        if (page.items.size() != 2)
            return unexpectedReply();
        for (const Reply& identity : page.items[1].items)
            identities.push_back(identity.bytes);
        cursor = page.items[0].bytes;
    } while (cursor != "0" && identities.size() < mostProcesses);
    std::sort(identities.begin(), identities.end());
    identities.erase(std::unique(identities.begin(), identities.end()), identities.end());
    if (identities.empty())
        return {};
    std::vector<Command> pipeline;
    for (const QByteArray& identity : identities) {
        pipeline.push_back({"HMGET", m_spec.key(identity), "info", "busy", "beat", "quiet"});
        pipeline.push_back({"PTTL", m_spec.key(identity)});
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < identities.size(); ++i) {
        const Reply& fields = (*replies)[2 * i];
        m_processes.push_back(processOf(identities[i], fields, (*replies)[2 * i + 1], m_spec.sharedPlace(), now));
        if (fields.items.size() == 4 && fields.items[3].bytes == "true")
            m_stopping.insert(identities[i]);
    }
    return {};
}

/// Reads the threads' ids, then the sizes of their jobs, then the jobs. Never reads an entire hash in one call.
Result<> SidekiqWork::readJobs()
{
    struct Thread
    {
        std::size_t process;
        QByteArray key;
        QByteArray field;
        qint64 size = 0;
    };
    std::vector<Command> pipeline;
    for (const WorkerInfo& process : m_processes) {
        for (const char* ending : workKeys)
            pipeline.push_back({"HKEYS", m_spec.key(process.id) + ending});
    }
    if (pipeline.empty())
        return {};
    const auto names = m_client.pipeline(pipeline);
    if (!names)
        return names.error();
    std::vector<Thread> threads;
    pipeline.clear();
    for (std::size_t i = 0; i < names->size(); ++i) {
        const std::size_t process = i / workKeys.size();
        const QByteArray key = m_spec.key(m_processes[process].id) + workKeys[i % workKeys.size()];
        for (const Reply& field : (*names)[i].items) {
            threads.push_back({process, key, field.bytes});
            pipeline.push_back({"HSTRLEN", key, field.bytes});
        }
    }
    if (threads.empty())
        return {};
    const auto sizes = m_client.pipeline(pipeline);
    if (!sizes)
        return sizes.error();
    for (std::size_t i = 0; i < threads.size(); ++i)
        threads[i].size = (*sizes)[i].integer;
    std::erase_if(threads, [](const Thread& thread) { return thread.size <= 0 || thread.size > longestJob; });
    for (std::size_t from = 0; from < threads.size();) {
        pipeline.clear();
        qint64 bytes = 0;
        std::size_t until = from;
        for (; until < threads.size() && (until == from || bytes < workBytesPerRead); ++until) {
            pipeline.push_back({"HGET", threads[until].key, threads[until].field});
            bytes += threads[until].size;
        }
        const auto values = m_client.pipeline(pipeline);
        if (!values)
            return values.error();
        for (std::size_t i = from; i < until; ++i) {
            if (!(*values)[i - from].isBytes())
                continue; // the job has ended since then
            const QJsonObject work = QJsonDocument::fromJson((*values)[i - from].bytes).object();
            const WorkerInfo& process = m_processes[threads[i].process];
            BusyJob job;
            job.queue = work.value(u"queue").toString().toUtf8();
            job.member = work.value(u"payload").toString().toUtf8();
            job.process = process.id;
            job.since
                = sidekiqInstant(QByteArray::number(work.value(u"run_at").toDouble(), 'f', 6)).value_or(TimePoint());
            job.isLost = process.lost;
            if (!job.member.isEmpty())
                m_jobs.push_back(std::move(job));
        }
        from = until;
    }
    std::stable_sort(
        m_jobs.begin(), m_jobs.end(), [](const BusyJob& a, const BusyJob& b) { return a.since < b.since; });
    return {};
}

/// Moves reports about jobs in reliable fetch lists from m_jobs to m_reports, so that each running job is shown only
/// once. If a process has such a list but the job it reports isn't in it, the job has ended or was requeued, and the
/// report is out of date.
Result<> SidekiqWork::findHeld()
{
    std::vector<Command> pipeline;
    std::vector<std::size_t> asked; ///< index of the job that each command searches for
    for (std::size_t i = 0; i < m_jobs.size(); ++i) {
        for (const HeldList& list : m_held.lists()) {
            if (!list.isOf(m_jobs[i].process) || list.queue != m_jobs[i].queue)
                continue;
            pipeline.push_back({"LPOS", list.key, m_jobs[i].member});
            asked.push_back(i);
        }
    }
    if (pipeline.empty())
        return {};
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    enum class JobState : quint8 { Report, Held, Left };
    std::vector<JobState> places(m_jobs.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        JobState& place = places[asked[i]];
        if ((*replies)[i].isInteger())
            place = JobState::Held;
        else if ((*replies)[i].isNil() && place == JobState::Report)
            place = JobState::Left;
    }
    std::vector<BusyJob> others;
    for (std::size_t i = 0; i < m_jobs.size(); ++i) {
        if (places[i] == JobState::Held)
            m_reports.insert_or_assign(m_jobs[i].member, m_jobs[i]);
        else if (places[i] == JobState::Report)
            others.push_back(std::move(m_jobs[i]));
    }
    m_jobs = std::move(others);
    return {};
}

} // namespace dueline
