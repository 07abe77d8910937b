// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/sidekiq/sidekiqheldlists.h"
#include "core/queue/queueinfo.h"
#include "core/redis/redisclient.h"

#include <chrono>
#include <map>
#include <set>

namespace dueline {

/// Running job, as reported by its process.
struct BusyJob
{
    QueueName queue;
    QByteArray member; ///< JSON of the job; the only copy unless a reliable fetch library stores one
    QByteArray process;
    TimePoint since{};
    bool isLost = false; ///< true if the process hasn't sent a heartbeat for a minute
};

/// Reads an installation's processes and their running jobs. Sidekiq stores running jobs in `IDENTITY:workers` up to
/// version 7.2, and in `IDENTITY:work` since then. Processes write these keys every five to ten seconds, so the data
/// may be up to ten seconds old. With a reliable fetch library, the running jobs are also in a list, which is always up
/// to date.
class SidekiqWork
{
public:
    SidekiqWork(RedisClient& client, const SidekiqSpec& spec)
        : m_client(client)
        , m_spec(spec)
        , m_held(client, spec)
    { }

    static constexpr std::size_t mostProcesses = 1000;
    static constexpr qint64 longestJob = 1024 * 1024; ///< maximum size in bytes of a job to read
    static constexpr Millis lostAfter{60'000};

    /// Reads the processes and jobs, unless they were read less than a second ago. Errors: same as
    /// RedisClient::pipeline().
    Result<> read(TimePoint now);
    void forget()
    {
        m_readAt.reset();
        m_held.forget();
    }
    /// Returns the running jobs that aren't in a reliable fetch list.
    const std::vector<BusyJob>& jobs() const { return m_jobs; }
    /// Makes read() scan keys to find reliable fetch lists.
    /// Makes read() scan keys for reliable fetch lists. Returns false if it already does.
    bool seekLists()
    {
        const bool isNew = m_held.seek();
        if (isNew)
            m_readAt.reset();
        return isNew;
    }
    const SidekiqHeldLists& held() const { return m_held; }
    /// Returns a process's report about a job in a reliable fetch list; null if no process reports a job with exactly
    /// these bytes.
    const BusyJob* reportOf(const QByteArray& member) const;
    const std::vector<WorkerInfo>& processes() const { return m_processes; }
    /// Returns whether a process was told to stop claiming jobs.
    bool isStopping(const QByteArray& process) const { return m_stopping.contains(process); }
    std::vector<BusyJob> jobsOf(const QueueName& queue) const;

private:
    /// Reads the processes. `traces`: receives the replies to SidekiqHeldLists::traceCommands(); stays empty if the
    /// user isn't allowed to read these keys.
    Result<> readProcesses(TimePoint now, std::vector<Reply>& traces);
    Result<> readJobs();
    Result<> findHeld();

    RedisClient& m_client;
    SidekiqSpec m_spec;
    std::optional<std::chrono::steady_clock::time_point> m_readAt;
    std::vector<WorkerInfo> m_processes;
    std::set<QByteArray> m_stopping; ///< ids of processes that were told to stop claiming jobs
    std::vector<BusyJob> m_jobs;
    SidekiqHeldLists m_held;
    std::map<QByteArray, BusyJob> m_reports; ///< reports about jobs in reliable fetch lists, by the job's JSON
};

} // namespace dueline
