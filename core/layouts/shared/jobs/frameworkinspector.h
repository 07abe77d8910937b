// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/port/queuecountscheduler.h"
#include "core/layouts/shared/jobs/keyreader.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/queue/queuediscovery.h"

#include "core/redis/codec.h"

#include <climits>
#include <set>

namespace dueline {

/// Task, with its payload if requested.
struct FoundTask
{
    Task task;
    QByteArray payload;
    bool isUnread = false; ///< true if the payload is unknown because it is encrypted or too long to read
};

/// Time when a due task started waiting, if one of its fields contains that time.
struct DueSince
{
    bool isGone = false; ///< true if the source contains the id but the task no longer exists
    std::optional<TimePoint> at = {}; ///< start of the wait; nullopt if unknown
};

/// Base class of the framework inspectors. It derives counts, pages, merged pages, searches and the timeline from a
/// queue's sources. Each layout provides the queues, each queue's sources, and the task for each entry. This class
/// never writes and runs no scripts.
class FrameworkInspector : public QueueInspector
{
public:
    /// Maximum length in bytes of the values to read. Longer ones aren't requested, because a reply over the limit
    /// closes the connection.
    static constexpr qint64 longestRead = ReplyLimits().bytes - 128 * 1024;

    FrameworkInspector(RedisClient& client, RedisClock& clock);

    /// Returns the error for a value that is too long to be read, with the code Refused. `what`: subject of the
    /// sentence.
    static Error tooLong(const QString& what, qint64 bytes);

    /// Discards all cached data. Called after a reconnect, possibly to a different server.
    virtual void forget() = 0;
    /// Uses the queue names in `found` instead of scanning keys. Does nothing if `found` is null.
    void takeNamesFrom(std::shared_ptr<const FoundQueues> found, const LayoutSpec& layout);
    /// Implements Backend::discovery().
    virtual QueueDiscovery* discovery() { return nullptr; }

    Result<std::vector<QueueInfo>> queues() override;
    void paceCounts(const CountBudget& pace) override { m_turns.pace(pace); }
    std::size_t waitingQueues() const override { return m_isInTurns ? m_turns.waiting() : 0; }
    /// Discards all counts. Called after connecting to a different server.
    void forgetCounts()
    {
        m_turns.forget();
        m_named.clear();
        m_besides.clear();
        m_longDue.clear();
    }
    Result<QueueInfo> queue(const QueueName& queue) override;
    Result<TaskPage> page(const PageRequest& request) override;
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override;
    Result<SearchStep> search(const SearchRequest& request) override;
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override;
    /// Returns an empty list: the framework stores no statistics that this class can read.
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;

protected:
    static constexpr qint64 payloadsPerRead
        = 2 * 1024 * 1024; ///< maximum number of bytes to read per round trip; at least one payload is always read

    /// Returns the names of Dueline's keys for a queue's records and trash.
    virtual OverlayKeys keysOf(const QueueName& queue) const = 0;
    /// Returns the names of the known queues.
    virtual Result<std::vector<QueueName>> names() = 0;
    /// Records the queue that one of Dueline's own keys belongs to. This keeps the queue listed as long as an action
    /// can be undone or a task can be restored.
    void meetBeside(const QByteArray& key);
    /// Returns whether each call to names() searches for more queues.
    virtual bool isLooking() const { return false; }
    virtual std::vector<TaskSource> sourcesOf(const QueueName& queue) const = 0;
    /// Reads the data that these queues' sources depend on. Called before counting.
    virtual Result<> prepare(const std::vector<QueueName>&) { return {}; }
    /// Returns whether a queue exists, according to its overview. If it doesn't, callers report NotFound.
    virtual bool isThere(const QueueInfo& info, std::span<const Reply> replies) const = 0;
    /// Appends the layout's commands for a queue's overview. readOverview() parses the replies.
    virtual void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const = 0;
    virtual std::size_t overviewCommands() const = 0;
    virtual Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const = 0;
    /// Finishes the list of queues: removes queues that aren't part of the layout, and adds warnings for the user.
    virtual Result<> settle(std::vector<QueueInfo>&) { return {}; }
    /// Returns the tasks for these entries in the same order. Skips entries whose tasks no longer exist. `withPayload`:
    /// also read payloads, of any size.
    virtual Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload)
        = 0;

    /// Returns only the tasks' ids, types, states, times and errors. May take fewer reads than tasksAt().
    virtual Result<std::vector<FoundTask>> errorsAt(
        const QueueName& queue, const std::vector<TaskSource>& sources, const std::vector<SourceEntry>& entries)
    {
        return tasksAt(queue, sources, entries, false);
    }
    /// Corrects bins if the sources put tasks in the wrong bin or leave tasks out. Tasks without a stored time count in
    /// the bin that contains `now`, if any.
    virtual Result<> completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now)
    {
        Q_UNUSED(queue)
        Q_UNUSED(bins)
        Q_UNUSED(now)
        return {};
    }
    /// Returns the command that reads the task fields that dueSince() needs. Used for sources without times. Empty if
    /// the member itself contains the time.
    virtual Command dueFieldsOf(const QueueName& queue, const QByteArray& member) const
    {
        Q_UNUSED(queue)
        Q_UNUSED(member)
        return {};
    }
    /// Returns when a task started waiting, parsed from `fields` (the reply to dueFieldsOf()) or from the member. Empty
    /// if the layout doesn't store that time.
    virtual DueSince dueSince(const QByteArray& member, const Reply& fields) const
    {
        Q_UNUSED(member)
        Q_UNUSED(fields)
        return {};
    }
    /// Marks queues whose jobs exist only under keys that workers don't read. `gone`: ids without a task, each with its
    /// queue's index in `infos`.
    virtual Result<> judgeGone(
        std::vector<QueueInfo>& infos, const std::vector<std::pair<std::size_t, QByteArray>>& gone)
    {
        Q_UNUSED(infos)
        Q_UNUSED(gone)
        return {};
    }
    /// Returns the maximum number of entries to read per search step. Derived classes return less if members may be
    /// long.
    virtual int mostExamined(const QueueName&) const { return INT_MAX; }
    /// Drops entries that can't match the filter, if that takes fewer reads than tasksAt().
    virtual Result<> sift(const QueueName& queue, const std::vector<TaskSource>& sources, const TaskFilter& filter,
        std::vector<SourceEntry>& entries)
    {
        Q_UNUSED(queue)
        Q_UNUSED(sources)
        Q_UNUSED(filter)
        Q_UNUSED(entries)
        return {};
    }

    /// queues found by the discovery; if null, the layout finds them itself
    std::shared_ptr<const FoundQueues> m_found;
    std::optional<LayoutSpec> m_layout;

    RedisClient& client() { return m_client; }
    Result<TimePoint> now() { return m_clock.now(m_client); }
    virtual Error noSuchQueue(const QueueName& queue) const;

private:
    /// Returns the queues from names(), plus the queues that Dueline has stored keys for.
    Result<std::vector<QueueName>> allNames();

    /// Due tasks of a queue in a source that stores no times.
    struct DuePart
    {
        std::size_t info = 0; ///< index of the queue in the list being read
        TaskSource source;
        qint64 length = 0;
    };
    /// Due ids of a queue in one set of due times, earliest first.
    struct DatedPart
    {
        std::size_t info = 0; ///< index of the queue in the list being read
        std::vector<std::pair<QByteArray, TimePoint>> ids;
        qint64 length = 0; ///< number of due ids
    };
    /// Cached ends of a source with long members, which would be too expensive to read on every refresh.
    struct KnownDue
    {
        std::vector<DueSince> tasks;
        std::vector<QByteArray> gone = {}; ///< ids at the front of the source that have no task
        qint64 priorities = 0; ///< number of priorities read; 0 if all were read
        std::chrono::steady_clock::time_point readAt{};
    };

    Result<std::vector<QueueInfo>> overviews(const std::vector<QueueName>& queues);
    /// Returns whether the queue's sources contain only ids, in which case an id may outlive its task.
    bool hasIds(const QueueName& queue) const { return !dueFieldsOf(queue, {}).empty(); }
    Result<> readOldest(std::vector<QueueInfo>& infos, const std::vector<DuePart>& parts,
        const std::vector<DatedPart>& dated, TimePoint now);
    Result<std::vector<Reply>> readEach(const std::vector<Command>& commands);

    RedisClient& m_client;
    RedisClock& m_clock;
    QueueCountScheduler m_turns;
    std::map<QByteArray, KnownDue> m_longDue; ///< cached ends of sources with long members, by source key
    bool m_isInTurns = false; ///< true if the last queues() call counted only some of the queues
    std::vector<QueueName> m_named; ///< latest result of allNames()
    std::set<QueueName> m_besides; ///< queues that Dueline has stored keys for; used only if m_found is null
    std::chrono::steady_clock::time_point m_namedAt{};
};

} // namespace dueline
