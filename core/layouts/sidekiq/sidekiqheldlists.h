// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/keywalk.h"
#include "core/layouts/sidekiq/sidekiqspec.h"
#include "core/redis/reply.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace dueline {

/// List where a process stores one queue's jobs while it runs them, so that no job is lost if the process dies.
struct HeldList
{
    /// Library that moves the jobs. Dueline recognizes the lists of all three, but only follows GitLab's rules.
    enum class Fetcher : quint8 { GitLab, Pro, Exq };

    static constexpr QByteArrayView gitLabBegin = "working:queue:"; ///< prefix of the GitLab fetcher's list names

    Fetcher fetcher = Fetcher::GitLab;
    QByteArray key; ///< full name of the list
    QueueName queue;
    QByteArray process; ///< `HOST:PID` (GitLab), the process's identity (Pro), or the node (Exq)
    QByteArray heartbeat; ///< key that exists while the process is alive; empty if there is none
    qint64 length = 0; ///< number of jobs as of the last read
    /// time when the list was first found to be empty; nullopt if it has jobs
    std::optional<std::chrono::steady_clock::time_point> emptySince = {};
    bool isOrphaned = false; ///< true if the process no longer sends heartbeats

    /// Returns whether the list belongs to this process. GitLab's list names contain only part of a process's identity.
    bool isOf(const QByteArray& identity) const { return identity == process || identity.startsWith(process + ':'); }
    /// Parses a key name, from right to left because queue names may contain colons; nullopt if the key isn't a
    /// reliable fetch list in this installation.
    static std::optional<HeldList> of(const SidekiqSpec& spec, const QByteArray& key);
};

/// Reliable fetch lists in one installation: GitLab's fetcher, Sidekiq Pro's super_fetch, and Exq. No key lists their
/// names, so each refresh scans a bounded number of keys. If only specific queues are read, keys are scanned only when
/// there are signs of such lists. Lists found by another connection of this process are known without a scan.
class SidekiqHeldLists
{
public:
    static constexpr std::size_t mostLists = 1000;
    /// Time to remember an empty list, so that it can still be compared with its process's report.
    static constexpr std::chrono::seconds emptyKept{60};

    SidekiqHeldLists(RedisClient& client, const SidekiqSpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    /// Makes all later refresh() calls scan keys. Called when listing all queues, or to find a specific running job.
    /// Returns false if they already do.
    bool seek() { return !std::exchange(m_isSought, true); }
    /// Returns the commands whose replies refresh() needs. Callers can send them along with other commands.
    std::vector<Command> traceCommands() const;
    /// Reads the lengths and owners of the known lists. Also performs one step of the scan if seek() was called, if
    /// GitLab's fetcher has left a trace, or if `hasLostProcess` is true, because the lost process's jobs may be in a
    /// list. Finds nothing if the user isn't allowed to scan keys or read the lists. `traces`: replies to
    /// traceCommands(). Errors: same as RedisClient::pipeline().
    Result<> refresh(std::span<const Reply> traces, bool hasLostProcess);
    void forget();
    /// Returns the known lists in the order they were found, which never changes. Lists may be empty.
    const std::vector<HeldList>& lists() const { return m_lists; }
    /// Returns a queue's non-empty lists.
    const std::vector<HeldList>& listsOf(const QueueName& queue) const;
    const HeldList* listAt(const QByteArray& key) const;
    /// Returns whether the installation has a set of jobs that were interrupted too often, and the user is allowed to
    /// read it.
    bool hasInterrupted() const { return m_hasInterrupted; }
    /// Returns whether GitLab's fetcher has left a trace: its lock, a heartbeat or a list.
    bool isFetcherSeen() const { return m_isFetcherSeen; }
    /// Returns the time until GitLab's fetcher next checks for jobs of dead processes; nullopt if no process with this
    /// fetcher is alive.
    std::optional<Millis> untilCleanUp() const;
    /// Returns whether all keys have been scanned at least once.
    bool isComplete() const { return m_walk.isRound(); }
    qint64 keysLookedAt() const { return m_walk.keysLookedAt(); }

private:
    void share();
    void meet(const QByteArray& key);

    RedisClient& m_client;
    SidekiqSpec m_spec;
    KeyWalk m_walk;
    std::vector<HeldList> m_lists;
    std::map<QueueName, std::vector<HeldList>> m_byQueue; ///< lists with jobs
    std::set<QByteArray> m_known; ///< keys of m_lists
    std::set<QByteArray> m_heartbeats; ///< existing heartbeat keys of GitLab's fetcher
    bool m_isFetcherSeen = false;
    /// true if a process with GitLab's fetcher is alive; otherwise, no jobs are requeued
    bool m_isFetcherAlive = false;
    bool m_hasInterrupted = false;
    bool m_isSought = false;
    Millis m_lockLeft{0}; ///< remaining time to live of the fetcher's lock, which allows one clean-up per hour
};

} // namespace dueline
