// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/streams/streamkeys.h"
#include "core/layouts/streams/streamplaces.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Inspector for streams with consumer groups. Each queue is one group of a stream. Read-only.
class StreamInspector : public QueueInspector
{
public:
    /// Creates an inspector. `found`: the connection's discovery results; if null, the inspector looks for streams
    /// itself. `prefix`: prefix of Dueline's own keys.
    StreamInspector(RedisClient& client, RedisClock& clock, const StreamSpec& spec, const LayoutSpec& layout,
        std::shared_ptr<const FoundQueues> found, const QByteArray& prefix);

    /// Discards all cached data. Called after a reconnect, possibly to a different server. `version`: the server's
    /// version.
    void forget(const QByteArray& version);
    QueueDiscovery* discovery() { return m_keys.discovery(); }

    Result<std::vector<QueueInfo>> queues() override;
    void paceCounts(const CountBudget& pace) override { m_pace = pace; }
    std::size_t waitingQueues() const override { return m_waiting; }
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    qint64 mostForBeginnings(const QueueName&) override { return mostSearched; }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override;
    Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states) override;
    void seekOnly(const QueueName&, StateSet states) override { m_sought = states; }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit = 100) override;

    /// Reads the stream and group that a queue name refers to. Errors: NotFound; Usage if the name has no group and the
    /// stream has more than one; WrongType.
    Result<StreamQueue> resolve(const QueueName& queue);
    /// Returns the names of Dueline's keys for a queue. They are in the stream's cluster slot.
    OverlayKeys overlayOf(const StreamQueue& queue) const;
    /// Returns a queue's exact counts. Errors: same as queue().
    Result<StreamCount> count(const StreamQueue& queue);

private:
    static constexpr qint64 mostSearched = 100'000; ///< maximum number of tasks to search

    /// Counts for a stream's companions: its dead letters and delayed messages.
    struct Companions
    {
        qint64 delayedDue = 0;
        qint64 delayedLater = 0;
        qint64 dead = 0;
        std::optional<TimePoint> oldest = {}; ///< due time of the message that is overdue the longest
        std::optional<TimePoint> next = {};
    };

    /// Returns the spec with only this stream's companions.
    StreamSpec specOf(const QByteArray& key) const;
    Result<Companions> companions(const StreamSpec& spec, TimePoint now);
    std::set<QByteArray> choose(const std::vector<QByteArray>& keys);
    /// Number of messages in the trash, by stream and group.
    /// Data from Dueline's own keys for a queue.
    struct OwnPart
    {
        qint64 trash = 0;
        std::optional<TimePoint> lastOperation = {};
    };
    using OwnParts = std::map<std::pair<QByteArray, QByteArray>, OwnPart>; // by stream and group
    Result<OwnParts> readOwn(const std::vector<QByteArray>& keys, const std::vector<StreamFacts>& streams);
    Result<std::vector<QueueInfo>> infosOf(
        const QByteArray& key, const StreamFacts& stream, const OwnParts& own, TimePoint now, int& windows);
    Result<QueueInfo> infoOf(const StreamQueue& queue, const OwnPart& own, TimePoint now, int& windows);
    /// Records in `info` how long the first waiting entry has been waiting.
    Result<> setOldest(const StreamQueue& queue, QueueInfo& info);
    Result<TaskPage> trashPage(const StreamQueue& queue, const PageRequest& request);
    Result<SearchStep> searchTrash(const StreamQueue& queue, const SearchRequest& request, TimePoint now);
    Result<std::optional<StreamTask>> find(const StreamQueue& queue, const TaskId& id, StateSet states, TimePoint now);
    Error noSuchTask(const QueueName& queue, const TaskId& id) const;

    RedisClient& m_client;
    RedisClock& m_clock;
    StreamSpec m_spec;
    StreamKeys m_keys;
    StreamWalk m_walk;
    StreamCounter m_counter;
    StreamPlaces m_places;
    QByteArray m_prefix;
    std::optional<CountBudget> m_pace; ///< budget for reading streams; if nullopt, every refresh reads all streams
    std::map<QByteArray, std::vector<QueueInfo>> m_listed; ///< result of each stream's last read
    QByteArray m_turn; ///< stream that was read last in the rotation; the next refresh continues after it
    std::size_t m_waiting = 0; ///< number of streams that haven't been read yet
    bool m_marksTrims = false;
    StateSet m_sought = StateSet::all();
};

} // namespace dueline
