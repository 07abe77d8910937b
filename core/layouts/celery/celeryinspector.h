// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celerylists.h"
#include "core/layouts/celery/celeryresult.h"
#include "core/layouts/port/foundqueues.h"
#include "core/layouts/shared/jobs/memberinspector.h"
#include "core/layouts/shared/jobs/queuewalk.h"

#include <map>
#include <set>

namespace dueline {

struct CeleryMessage;

/// Reads the queues of Celery of one prefix, and one place more for what its workers have taken from all of them and
/// not acknowledged. That place is named as the layout, behind an @; its name may also be left empty. What is in no
/// list, a task that ended, is found by its id alone, where its result is kept.
class CeleryInspector : public MemberInspector
{
public:
    static constexpr qint64 timedOfEach = 5'000; ///< messages of a list whose due times a timeline looks at

    /// `ours`: the prefix of our own keys.
    CeleryInspector(RedisClient& client, RedisClock& clock, const CelerySpec& spec, const QByteArray& ours);

    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;
    /// Returns the id that a taken message of this name has itself; empty: none is there. Errors besides: Refused where
    /// workers hold several messages of that id, since a revoke reaches all of them.
    Result<QByteArray> takenId(const TaskId& id);
    /// What is told of tasks besides, under the name `cancelled`; shared with who revokes them.
    std::shared_ptr<std::map<TaskId, QByteArray>> revoked() const { return m_revoked; }
    /// Shared with all that reads or changes the queues.
    std::shared_ptr<CeleryLists> lists() const { return m_lists; }
    /// Looks which lists a queue has, so that all of them are read or changed. Errors: as RedisClient::pipeline().
    Result<> lookAtLists(const QueueName& queue) { return prepare({queue}); }
    /// Another server may answer.
    void forget() override;
    QueueDiscovery* discovery() override { return m_found ? nullptr : &m_walk; }

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
    /// A message that a worker has.
    struct Taken
    {
        QByteArray bytes; ///< empty: acknowledged meanwhile, or not read
        qint64 unread = 0; ///< bytes, where these are too many to be read
    };

    bool isShared(const QueueName& queue) const { return m_spec.isShared(queue); }
    void meet(const QByteArray& exchange);
    Result<> readBindings();
    QueueName queueOf(const CeleryMessage& message) const;
    /// In its list, or with a worker; of the latter the member is what `unacked` keeps. Errors: NotFound.
    Result<FoundMember> find(const QueueName& queue, const TaskId& id);
    Result<FoundMember> findTaken(const TaskId& id);
    /// Returns how many messages of that id workers hold, among the first `mostLookedThrough` of all queues.
    Result<int> takenOf(const QByteArray& id);
    /// What is kept of one that stands in no list. A result mostly does not say its queue: then it is that of the
    /// shared place alone. Errors: NotFound, which says where else it is to be seen.
    Result<CeleryResult> resultIn(const QueueName& queue, const TaskId& id, const Error& notFound);
    /// What `unacked` keeps of these, by position.
    Result<std::vector<Taken>> taken(const std::vector<SourceEntry>& entries);

    CelerySpec m_spec;
    QByteArray m_ours;
    std::shared_ptr<std::map<TaskId, QByteArray>> m_revoked = std::make_shared<std::map<TaskId, QByteArray>>();
    std::map<QByteArray, std::vector<QueueName>> m_bound; ///< by exchange, as it was read last
    QueueWalk m_walk;
    std::set<QByteArray> m_read; ///< exchanges whose queues were read at least once
    bool m_hasNamed = false; ///< names() has looked for exchanges
    std::shared_ptr<CeleryLists> m_lists;
    QByteArray m_turn; ///< the exchange that was read last
};

} // namespace dueline
