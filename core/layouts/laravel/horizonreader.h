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
    bool isHorizonSaid = false; ///< true if the user specified this prefix
    bool isSaid = false; ///< true if the user also specified the prefix of the queues
    // True if the user specified the prefix of the queues, or if the name of the Horizon instance matches only this
    // prefix.
    bool isNamedAlike = false;
};

/// Relation between a Horizon instance and a layout whose prefix matches the instance's name.
enum class HorizonClaim : quint8 {
    Own,
    // The prefix of another layout with queues also matches. Only this layout includes the shared pseudo-queue, so that
    // the pseudo-queue is not shown twice.
    Shared,
    OfAnother, ///< The layout with the other prefix includes the shared pseudo-queue.
};

/// Key prefixes with which the queues in Horizon's data have keys.
struct PrefixUse
{
    bool own = false; ///< true if there are keys with the layout's prefix
    bool namesake = false; ///< true if there are keys with one of the prefixes in LaravelSpec::namesakes()
};

/// Reader of Horizon's data: jobs by their uuids, and supervisors. Errors of all functions: those
/// of RedisClient::pipeline().
class HorizonReader
{
public:
    /// Creates a reader. `claim`: called if the layout was discovered; null if the user specified
    /// the layout. With a null claim, the only Horizon instance on the server is assumed to belong
    /// to the layout's queues, unless there is evidence to the contrary.
    HorizonReader(RedisClient& client, LaravelSpec spec, std::function<HorizonClaim()> claim)
        : m_client(client)
        , m_spec(std::move(spec))
        , m_claim(std::move(claim))
    { }
    /// Returns key names without the prefix. Every server on which Horizon has run has at least one of these keys.
    static const std::vector<QByteArray>& signs();

    /// Searches for Horizon's keys, at most once every five seconds.
    Result<> look();
    /// Returns the instance that the last look() found; nullopt if there is no Horizon instance, or
    /// if there are several and it is unknown which one belongs to the layout.
    const std::optional<HorizonPlace>& place() const { return m_place; }
    bool areSeveral() const { return m_areSeveral; }
    /// Adds a prefix under which Horizon's keys are searched for, in addition to the default prefixes.
    void mayBe(const QByteArray& prefix);
    void forget();

    /// Returns the jobs for these entries, whose members are uuids. If the hash of a job is missing, the result
    /// contains only the job's id, its position, and an error.
    Result<std::vector<FoundTask>> tasksAt(const OverlayKeys& keys, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload);
    /// Returns all data of a job; nullopt if the job no longer exists or is in none of these sources.
    Result<std::optional<TaskDetail>> detail(
        const OverlayKeys& keys, const std::vector<TaskSource>& sources, const TaskId& uuid);
    /// Returns the readable form of a job's payload; nullopt in the same cases as detail().
    Result<std::optional<QByteArray>> payload(const OverlayKeys& keys, const TaskId& uuid);

    /// Returns the supervisors, which are processes that manage workers.
    Result<std::vector<WorkerInfo>> supervisors();
    /// Returns the queues whose supervisors are all paused.
    Result<std::set<QueueName>> pausedQueues();
    /// Determines with which key prefixes the queues in Horizon's data have keys, because Horizon pushes jobs with one
    /// of these prefixes. The result is cached for five seconds.
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
    /// Returns at most a hundred queues that Horizon has measured, supervises, or has recorded in the newest failed
    /// jobs.
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
