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

namespace dueline {

/// List in which a process stores the jobs of one queue while it runs them, so that no job is lost if the process dies.
struct HeldList
{
    /// Library that moves the jobs. Dueline recognizes the lists of all three libraries, but follows only the rules of
    /// GitLab's library.
    enum class Fetcher : quint8 { GitLab, Pro, Exq };

    static constexpr QByteArrayView gitLabBegin = "working:queue:"; ///< prefix of the list names of GitLab's fetcher

    Fetcher fetcher = Fetcher::GitLab;
    QByteArray key; ///< full name of the list
    QueueName queue;
    QByteArray process; ///< `HOST:PID` (GitLab), identity of the process (Pro), or node (Exq)
    QByteArray heartbeat; ///< key that exists while the process is alive; empty if there is no such key
    qint64 length = 0; ///< number of jobs when the list was last read
    std::optional<std::chrono::steady_clock::time_point> emptySince = {}; ///< time since which the list has been empty
    bool isOrphaned = false; ///< true if the process no longer sends heartbeats

    /// Returns whether the list belongs to this process. The names of GitLab's lists contain only part of a process's
    /// identity.
    bool isOf(const QByteArray& identity) const { return identity == process || identity.startsWith(process + ':'); }
    /// Parses the name of a key, from right to left, since queue names may contain colons; nullopt if the key is not a
    /// list of this type in this installation.
    static std::optional<HeldList> of(const SidekiqSpec& spec, const QByteArray& key);
};

/// Lists of the reliable fetch libraries in one installation: GitLab's fetcher, Sidekiq Pro's super_fetch, and Exq. No
/// key contains their names, so they are found by scanning a bounded number of keys per refresh. If only specific
/// queues are read, keys are scanned only if there is evidence of such lists.
class SidekiqHeldLists
{
public:
    static constexpr std::size_t mostLists = 1000;
    /// Time for which an empty list is remembered, so that it can still be compared with the report of its process.
    static constexpr std::chrono::seconds emptyKept{60};

    SidekiqHeldLists(RedisClient& client, const SidekiqSpec& spec)
        : m_client(client)
        , m_spec(spec)
    { }

    /// Makes all later refresh() calls scan keys. Called when all queues are to be listed.
    void seek() { m_isSought = true; }
    /// Returns the commands whose replies refresh() needs. The caller can send them together with other commands.
    std::vector<Command> traceCommands() const;
    /// Reads the lengths and owners of the known lists. Performs one step of the scan if seek() was called, if GitLab's
    /// fetcher has left a trace, or if `hasLostProcess` is true, because the jobs of the lost process may be in a list.
    /// Finds no lists if the user is not allowed to scan keys or read the lists. `traces`: replies to traceCommands().
    /// Errors: those of RedisClient::pipeline().
    Result<> refresh(std::span<const Reply> traces, bool hasLostProcess);
    void forget();
    /// Returns the known lists in the order in which they were found; this order never changes. Lists may be empty.
    const std::vector<HeldList>& lists() const { return m_lists; }
    /// Returns the non-empty lists of a queue.
    const std::vector<HeldList>& listsOf(const QueueName& queue) const;
    const HeldList* listAt(const QByteArray& key) const;
    /// Returns whether the installation has a set of jobs that were interrupted too often and the user is allowed to
    /// read the set.
    bool hasInterrupted() const { return m_hasInterrupted; }
    /// Returns whether GitLab's fetcher has left any trace: its lock, a heartbeat or a list.
    bool isFetcherSeen() const { return m_isFetcherSeen; }
    /// Returns the time until GitLab's fetcher next checks for jobs of ended processes; nullopt if no process that uses
    /// this fetcher is alive.
    std::optional<Millis> untilCleanUp() const;
    /// Returns whether all keys have been scanned at least once.
    bool isComplete() const { return m_walk.isRound(); }
    qint64 keysLookedAt() const { return m_walk.keysLookedAt(); }

private:
    void meet(const QByteArray& key);

    RedisClient& m_client;
    SidekiqSpec m_spec;
    KeyWalk m_walk;
    std::vector<HeldList> m_lists;
    std::map<QueueName, std::vector<HeldList>> m_byQueue; ///< lists with jobs
    std::set<QByteArray> m_known; ///< keys of m_lists
    std::set<QByteArray> m_heartbeats; ///< heartbeat keys of GitLab's fetcher that were found to exist
    bool m_isFetcherSeen = false;
    /// true if a process that uses GitLab's fetcher is alive; otherwise, no jobs are requeued
    bool m_isFetcherAlive = false;
    bool m_hasInterrupted = false;
    bool m_isSought = false;
    Millis m_lockLeft{0}; ///< remaining lifetime of the fetcher's lock, which allows one clean-up per hour
};

} // namespace dueline
