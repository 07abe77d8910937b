// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/describedtrash.h"
#include "core/layouts/described/placereader.h"
#include "core/layouts/described/placewalk.h"
#include "core/layouts/described/taskassembler.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/queue/queueinspector.h"

#include <memory>
#include <unordered_map>

namespace dueline {

/// Inspector for a described layout's queues.
class DescribedInspector : public QueueInspector
{
public:
    /// Creates an inspector. `shared`: queue that represents the places shared by all queues.
    DescribedInspector(RedisClient& client, std::shared_ptr<const Description> description, const QueueName& shared);

    /// Discards all cached data. Called after a reconnect, possibly to a different server.
    void forget();
    /// Returns the names of the queues found. Errors: same as PlaceKeys::names().
    Result<std::vector<QueueName>> names() { return m_keys.names(); }
    QueueDiscovery* discovery() { return m_keys.discovery(); }

    Result<std::vector<QueueInfo>> queues() override;
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    qint64 mostForBeginnings(const QueueName& queue) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;

    /// Tasks to act on, as they were last read.
    struct Located
    {
        std::vector<PlaceKey> keys;
        /// One task per reference; nullopt if the task is in the trash, no longer exists, or has changed since it was
        /// last displayed.
        std::vector<std::optional<DescribedTask>> tasks;
    };
    /// Returns the tasks for these references, including their payloads. Searches for tasks that no recent page or
    /// search has read. Errors: same as RedisClient::pipeline().
    Result<Located> locate(const QueueName& queue, const std::vector<TaskRef>& refs);
    const PlaceKeys& places() const { return m_keys; }
    /// Returns whether the description or the server lists a queue, regardless of its tasks. Errors: same as
    /// RedisClient::pipeline().
    Result<bool> isListed(const QueueName& queue);
    /// Returns Dueline's own keys for a queue's records and trash.
    OverlayKeys overlayOf(const QueueName& queue) const;
    Result<TimePoint> now() { return m_clock.now(m_client); }

private:
    /// Key and entry of a displayed task.
    struct Met
    {
        std::shared_ptr<const PlaceKey> key; ///< shared by tasks that were read together
        PlaceEntry entry;
    };

    /// Returns the existing queues among `queues`, in only a few round trips. A queue with a key of the wrong type is
    /// marked as unreadable.
    Result<std::vector<QueueInfo>> infosOf(const std::vector<QueueName>& queues);
    /// Returns a queue without counts.
    QueueInfo emptyInfo(const QueueName& queue, TimePoint now) const;
    /// Reads tasks and remembers where they are stored.
    Result<std::vector<DescribedTask>> tasksAt(const QueueName& queue, const std::vector<PlaceKey>& keys,
        const std::vector<PlaceEntry>& entries, TimePoint now, TaskAssembler::Payloads payloads);
    /// Finds a task by the key where it was last displayed, by its id, or by a search, whichever succeeds first.
    /// Errors: NotFound; Refused if several different tasks have this id.
    Result<DescribedTask> find(const QueueName& queue, const TaskId& id);
    Result<std::optional<DescribedTask>> findAgain(const QueueName& queue, const TaskId& id, TimePoint now);
    Result<std::optional<DescribedTask>> findById(const QueueName& queue, const std::vector<PlaceKey>& keys,
        const TaskId& id, TimePoint now, std::vector<PlaceKey>& left);
    /// Searches all tasks for an id. `gap`: sentence that says which keys are unknown.
    Result<DescribedTask> findByWalk(
        const QueueName& queue, const std::vector<PlaceKey>& keys, const TaskId& id, TimePoint now, const QString& gap);

    DescribedTrash trashOf(const QueueName& queue) const
    {
        return {m_client, *m_description, overlayOf(queue), m_keys.isShared(queue)};
    }
    Result<> meetAgain(const QueueName& queue, const std::vector<TaskRef>& refs, TimePoint now);
    Result<TaskPage> trashPage(const PageRequest& request);
    Result<SearchStep> searchTrash(const SearchRequest& request, TimePoint now);
    /// Adds the tasks matching the request to the step.
    static void addMatches(
        SearchStep& step, std::vector<DescribedTask> tasks, const SearchRequest& request, TimePoint now);

    RedisClient& m_client;
    std::shared_ptr<const Description> m_description;
    PlaceKeys m_keys;
    RedisClock m_clock;
    QueueName m_metIn;
    std::unordered_map<TaskId, Met> m_met; ///< most recently displayed tasks from the queue m_metIn
};

} // namespace dueline
