// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/rq/rqnotes.h"
#include "core/layouts/rq/rqschedules.h"
#include "core/layouts/rq/rqsources.h"
#include "core/layouts/shared/jobs/frameworkinspector.h"
#include "core/layouts/shared/jobs/unlistedqueues.h"

#include <chrono>

namespace dueline {

/// Inspector for RQ queues, and for the shared pseudo-queue, which contains no tasks but shows whether the workers are
/// suspended. The shared pseudo-queue is named `@rq` or has an empty name.
class RqInspector : public FrameworkInspector
{
public:
    /// Creates an inspector. `ours`: prefix of Dueline's own keys. `unlisted`: finds queues missing from `rq:queues`.
    RqInspector(
        RedisClient& client, RedisClock& clock, const QByteArray& ours, std::unique_ptr<UnlistedQueues> unlisted);

    /// Reads the latest `timelineTasks` finished and failed jobs: RQ has no key that sorts jobs by end time.
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states) override;
    void seekOnly(const QueueName&, StateSet states) override { m_sought = states; }
    Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    QueueDiscovery* discovery() override { return m_found ? nullptr : m_unlisted.get(); }
    /// Discards all cached data: the connection may now be to a different server.
    void forget() override
    {
        m_askedVersion.reset();
        m_askedSchedules.reset();
        m_notes.forget();
        m_unlisted->forget();
    }

protected:
    Result<std::vector<QueueName>> names() override;
    /// Reads the names of the queues that receive recurring tasks, at most once every 30 seconds.
    Result<> prepare(const std::vector<QueueName>& queues) override;
    OverlayKeys keysOf(const QueueName& queue) const override { return RqKeys::beside(m_ours, queue); }
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override { return rqSources(queue); }
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;
    Result<> settle(std::vector<QueueInfo>& infos) override;
    Command dueFieldsOf(const QueueName& queue, const QByteArray& member) const override;
    DueSince dueSince(const QByteArray& member, const Reply& fields) const override;
    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;

private:
    struct Texts;

    /// Marks deferred jobs that can never run.
    Result<> tellObstacles(std::vector<FoundTask>& found);
    /// Reads descriptions, payloads and errors, truncated to the length shown in lists.
    Result<> readTexts(std::vector<FoundTask>& found, const std::vector<Texts>& texts, bool withPayload);
    Error noSuchJob(const QueueName& queue, const TaskId& id) const;
    /// Returns the source that contains a job; nullopt if there is none. Takes one round trip.
    Result<std::optional<SourceEntry>> placeOf(const QueueName& queue, const TaskId& id, TimePoint now);
    Result<> addEnded(std::vector<TimelineBin>& bins, const TaskSource& source);
    /// Returns the state and time that restoring a canceled job would give it.
    Result<std::optional<TaskPlace>> restorePlace(const QueueName& queue, const TaskId& id, TimePoint now);

    QByteArray m_ours;
    StateSet m_sought = StateSet::all(); ///< states to search in placeOf()
    QByteArray m_version;
    std::optional<std::chrono::steady_clock::time_point> m_askedVersion;
    RqNotes m_notes;
    RqSchedules m_schedules;
    std::unique_ptr<UnlistedQueues> m_unlisted;
    bool m_hasUnlisted = false; ///< true if m_unlisted contained queues when the queues were last listed
    std::set<QueueName> m_scheduled; ///< queues that receive recurring tasks
    std::optional<std::chrono::steady_clock::time_point> m_askedSchedules;
};

} // namespace dueline
