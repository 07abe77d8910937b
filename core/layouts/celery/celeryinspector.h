// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celeryexchanges.h"
#include "core/layouts/celery/celeryresult.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/memberinspector.h"

#include <map>
#include <set>

namespace dueline {

struct CeleryMessage;

/// Inspector for the Celery queues with one prefix, and for a shared pseudo-queue with every message that workers have
/// claimed but not yet acknowledged. The shared pseudo-queue's name is `@` followed by the layout, or empty. A task
/// that has ended is in no list, so it can be found only by its id, and only if its result is stored.
class CeleryInspector : public MemberInspector
{
public:
    // maximum number of messages per list whose due times are read for the timeline
    static constexpr qint64 timedOfEach = 5'000;

    /// Creates an inspector. `ours`: prefix of Dueline's own keys.
    CeleryInspector(RedisClient& client, RedisClock& clock, const CelerySpec& spec, const QByteArray& ours);

    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    /// Returns the Celery task id of the claimed message that Dueline identifies by `id`; empty if there is no such
    /// message. Errors: same as RedisClient, plus Refused if workers hold several messages with that task id, because
    /// revoking would affect all of them.
    Result<QByteArray> takenId(const TaskId& id);
    /// Returns the revocations. The editor adds them, and task lists show each one as the fact `cancelled`.
    std::shared_ptr<std::map<TaskId, QByteArray>> revoked() const { return m_revoked; }
    /// Returns the queues' lists, shared by all objects that read or edit the queues.
    std::shared_ptr<CeleryLists> lists() const { return m_lists; }
    /// Finds a queue's lists. Call this before reading or changing the queue, so that no list is missed. Errors: same
    /// as RedisClient::pipeline().
    Result<> lookAtLists(const QueueName& queue) { return prepare({queue}); }
    /// Discards all cached data: the connection may now be to a different server.
    void forget() override;
    QueueDiscovery* discovery() override { return m_found ? nullptr : &m_exchanges.discovery(); }

protected:
    Result<std::vector<QueueName>> names() override;
    bool isLooking() const override { return !m_found; }
    Result<> prepare(const std::vector<QueueName>& queues) override;
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override;
    bool isThere(const QueueInfo& info, std::span<const Reply> replies) const override;
    void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const override;
    std::size_t overviewCommands() const override;
    Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const override;
    Result<> completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now) override;
    Result<> settle(std::vector<QueueInfo>& infos) override;
    Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload) override;
    OverlayKeys keysOf(const QueueName& queue) const override;
    QByteArray shownName(const QueueName& queue) const override;
    DueSince dueSince(const QByteArray& member, const Reply& fields) const override;
    FoundTask taskOf(const TaskSource& source, const SourceEntry& entry, TimePoint now) override;

private:
    /// Message held by a worker.
    struct Taken
    {
        QByteArray bytes; ///< empty if the message wasn't read, or was acknowledged before it could be read
        qint64 unread = 0; ///< size in bytes of a message that is too long to read
    };

    bool isShared(const QueueName& queue) const { return m_spec.isShared(queue); }
    QueueName queueOf(const CeleryMessage& message) const;
    /// Finds a message in its list or among the messages held by workers. In the second case, the member is the
    /// message's value in `unacked`. Errors: NotFound.
    Result<FoundMember> find(const QueueName& queue, const TaskId& id);
    Result<FoundMember> findTaken(const TaskId& id);
    /// Returns the number of messages with this task id that workers hold. Searches the first `mostLookedThrough`
    /// claimed messages of all queues.
    Result<int> takenOf(const QByteArray& id);
    /// Returns the stored result of a task that is in no list. Most results don't name their queue, and belong to the
    /// shared pseudo-queue. Errors: NotFound, with a message that explains where to find the result instead.
    Result<CeleryResult> resultIn(const QueueName& queue, const TaskId& id, const Error& notFound);
    /// Returns these entries' values in `unacked`, in the same order.
    Result<std::vector<Taken>> taken(const std::vector<SourceEntry>& entries);

    CelerySpec m_spec;
    QByteArray m_ours;
    std::shared_ptr<std::map<TaskId, QByteArray>> m_revoked = std::make_shared<std::map<TaskId, QByteArray>>();
    std::shared_ptr<CeleryLists> m_lists;
    CeleryExchanges m_exchanges;
};

} // namespace dueline
