// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/overlaykeys.h"

#include <chrono>
#include <functional>
#include <set>

namespace dueline {

/// Horizon instance that belongs to a layout.
struct HorizonPlace
{
    QByteArray prefix; ///< prefix of Horizon's keys
    bool isHorizonSaid = false; ///< true if the user specified Horizon's prefix
    bool isSaid = false; ///< true if the user also specified the queues' prefix
    // True if the user specified the queues' prefix, or if the Horizon instance's name matches only this prefix.
    bool isNamedAlike = false;
};

/// Relation between a Horizon instance and a layout whose prefix matches the instance's name.
enum class HorizonClaim : quint8 {
    Own,
    // The prefix of another layout that has queues also matches. Only this layout includes the shared pseudo-queue, so
    // that the pseudo-queue isn't shown twice.
    Shared,
    OfAnother, ///< the layout with the other prefix includes the shared pseudo-queue
};

/// Key prefixes of the queues in Horizon's data.
struct PrefixUse
{
    bool own = false; ///< true if there are keys with the layout's prefix
    bool namesake = false; ///< true if there are keys with one of the prefixes in LaravelSpec::namesakes()
};

/// Reader for Horizon's data: jobs by uuid, and supervisors. Any call can fail with any of RedisClient::pipeline()'s
/// errors.
class HorizonReader
{
public:
    /// Creates a reader. `claim`: called if the layout was discovered; null if the user specified the layout. In that
    /// case, the only Horizon instance on the server is assumed to belong to the layout's queues, unless there is
    /// evidence to the contrary.
    HorizonReader(RedisClient& client, LaravelSpec spec, std::function<HorizonClaim()> claim)
        : m_client(client)
        , m_spec(std::move(spec))
        , m_claim(std::move(claim))
    { }
    /// Returns key names without the prefix. On any server where Horizon has run, at least one of these keys exists.
    static const std::vector<QByteArray>& signs();

    /// Searches for Horizon's keys, at most once every five seconds.
    Result<> look();
    /// Returns the instance found by the last look(); nullopt if there is none, or if there are several and it is
    /// unknown which one belongs to the layout.
    const std::optional<HorizonPlace>& place() const { return m_place; }
    bool areSeveral() const { return m_areSeveral; }
    /// Adds a prefix to search for Horizon's keys, in addition to the default prefixes.
    void mayBe(const QByteArray& prefix);
    void forget();

    /// Returns the jobs for these entries, whose members are uuids. If a job's hash is missing, the result contains
    /// only the job's id and position, and an error.
    Result<std::vector<FoundTask>> tasksAt(const OverlayKeys& keys, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload);
    /// Returns all of a job's data; nullopt if the job no longer exists or is in none of these sources.
    Result<std::optional<TaskDetail>> detail(
        const OverlayKeys& keys, const std::vector<TaskSource>& sources, const TaskId& uuid);
    /// Returns a job's payload in readable form; nullopt in the same cases as detail().
    Result<std::optional<QByteArray>> payload(const OverlayKeys& keys, const TaskId& uuid);

    /// Returns the supervisors: processes that manage workers.
    Result<std::vector<WorkerInfo>> supervisors();
    /// Returns the queues whose supervisors are all paused.
    Result<std::set<QueueName>> pausedQueues();
    /// Determines which key prefixes the queues in Horizon's data use. Horizon pushes jobs with one of these prefixes.
    /// The result is cached for five seconds.
    Result<PrefixUse> prefixUse();
    /// Returns the queues that Horizon has measured, including empty queues.
    Result<std::vector<QueueName>> measuredQueues();

private:
    struct Supervisor
    {
        WorkerInfo worker;
        bool isPaused = false;
    };

    Result<std::vector<Supervisor>> readSupervisors();
    /// Returns up to a hundred queues that Horizon has measured, supervises, or has recorded in the latest failed jobs.
    Result<std::set<QueueName>> knownQueues();
    QByteArray key(const char* name) const { return m_place->prefix + name; }

    RedisClient& m_client;
    LaravelSpec m_spec;
    std::function<HorizonClaim()> m_claim;
    std::set<QByteArray> m_met;
    std::optional<HorizonPlace> m_place;
    bool m_areSeveral = false;
    std::optional<std::chrono::steady_clock::time_point> m_lookedAt;
    HorizonClaim m_lookedAs = HorizonClaim::Own;
    std::optional<PrefixUse> m_use;
};

} // namespace dueline
