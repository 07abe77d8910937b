// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/frameworkinspector.h"
#include "core/layouts/framework/overlaykeys.h"
#include "core/layouts/laravel/laravelspec.h"

#include <chrono>
#include <set>

namespace dueline {

/// Whose keys Horizon's are.
struct HorizonPlace
{
    QByteArray prefix; ///< of its keys
    bool isNamedAlike = false; ///< it is said, or named as the prefix of the queues is
};

/// Reads what Horizon keeps: jobs by their uuids, and its supervisors. Errors of all: as RedisClient::pipeline().
class HorizonReader
{
public:
    /// `isAlone`: where nothing says whose it is, the only Horizon that is found is taken for the one of these queues.
    HorizonReader(RedisClient& client, LaravelSpec spec, bool isAlone)
        : m_client(client)
        , m_spec(std::move(spec))
        , m_isAlone(isAlone)
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

    /// The jobs at these entries, whose members are uuids; one that is gone meanwhile is left out.
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
    /// Whether a queue that Horizon knows has a key with the layout's prefix: then jobs go where it is.
    Result<bool> isPrefixInUse();
    /// Queues it has measured, some of which may be empty.
    Result<std::vector<QueueName>> measuredQueues();

private:
    struct Supervisor
    {
        WorkerInfo worker;
        bool isPaused = false;
    };

    Result<std::vector<Supervisor>> readSupervisors();
    QByteArray key(const char* name) const { return m_place->prefix + name; }

    RedisClient& m_client;
    LaravelSpec m_spec;
    bool m_isAlone;
    std::set<QByteArray> m_met;
    std::optional<HorizonPlace> m_place;
    bool m_areSeveral = false;
    std::optional<std::chrono::steady_clock::time_point> m_lookedAt;
};

} // namespace dueline
