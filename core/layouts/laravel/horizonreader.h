// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/laravel/laravelspec.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/overlaykeys.h"

#include <chrono>
#include <functional>
#include <set>

namespace dueline {

/// Whose keys Horizon's are.
struct HorizonPlace
{
    QByteArray prefix; ///< of its keys
    bool isHorizonSaid = false; ///< by who named the layout
    bool isSaid = false; ///< with the prefix of its queues
    bool isNamedAlike = false; ///< it is said, or named as the prefix of the queues is and of no others'
};

/// Whose a Horizon is that is named as the prefix of a layout's queues is.
enum class HorizonClaim : quint8 {
    Own,
    Shared, ///< another prefix with queues is called so, too: shown here, since it has to be shown once
    OfAnother, ///< shown with that one
};

/// Where queues that Horizon knows have keys.
struct PrefixUse
{
    bool own = false; ///< under the layout's prefix
    bool namesake = false; ///< under another one whose Horizon has the same name
};

/// Reads what Horizon keeps: jobs by their uuids, and its supervisors. Errors of all: as RedisClient::pipeline().
class HorizonReader
{
public:
    /// `claim`: asked where layouts are found and not said; null: this one was said, so the only Horizon that is there
    /// is taken for the one of its queues where nothing else tells.
    HorizonReader(RedisClient& client, LaravelSpec spec, std::function<HorizonClaim()> claim)
        : m_client(client)
        , m_spec(std::move(spec))
        , m_claim(std::move(claim))
    { }
    /// Keys of which one is there wherever Horizon has run, behind the prefix.
    static const std::vector<QByteArray>& signs();

    /// Looks where Horizon's keys are, at most every five seconds.
    Result<> look();
    /// As it was seen last; nullopt: there is none, or which of several is not known.
    const std::optional<HorizonPlace>& place() const { return m_place; }
    bool areSeveral() const { return m_areSeveral; }
    /// A prefix under which something of Horizon's may be, besides the usual ones.
    void mayBe(const QByteArray& prefix);
    void forget();

    /// The jobs at these entries, whose members are uuids; one whose hash is gone has its id, its place and an error
    /// that says so.
    Result<std::vector<FoundTask>> tasksAt(const OverlayKeys& keys, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload);
    /// Everything about one; nullopt: it is gone, or stands in none of these.
    Result<std::optional<TaskDetail>> detail(
        const OverlayKeys& keys, const std::vector<TaskSource>& sources, const TaskId& uuid);
    /// What people read of it; nullopt as above.
    Result<std::optional<QByteArray>> payload(const OverlayKeys& keys, const TaskId& uuid);

    /// Supervisors, each a process that has workers.
    Result<std::vector<WorkerInfo>> supervisors();
    /// The queues all of whose supervisors have paused.
    Result<std::set<QueueName>> pausedQueues();
    /// Under which prefixes queues that Horizon knows have a key: there its jobs go. As it was within the last five
    /// seconds.
    Result<PrefixUse> prefixUse();
    /// Queues it has measured, some of which may be empty.
    Result<std::vector<QueueName>> measuredQueues();

private:
    struct Supervisor
    {
        WorkerInfo worker;
        bool isPaused = false;
    };

    Result<std::vector<Supervisor>> readSupervisors();
    /// At most a hundred: measured, supervised, and those of the newest failed jobs.
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
