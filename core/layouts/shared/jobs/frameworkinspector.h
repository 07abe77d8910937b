// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/foundqueues.h"
#include "core/layouts/port/queueturns.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/redisclock.h"
#include "core/layouts/shared/jobs/sourcereader.h"
#include "core/queue/queuediscovery.h"

#include "core/redis/codec.h"

#include <climits>
#include <set>

namespace dueline {

/// A task as it was found, with its payload where it was asked for.
struct FoundTask
{
    Task task;
    QByteArray payload;
    bool isUnread = false; ///< what the payload says is not known: it is encrypted, or too long to be read
};

/// Start of a due task's wait, as far as its fields tell.
struct DueSince
{
    bool isGone = false; ///< only its id is there
    std::optional<TimePoint> at = {}; ///< nullopt: nothing says it
};

/// What the layouts of frameworks read alike: counts, pages, merged pages, searches and the timeline follow from the
/// sources of a queue. A layout tells its queues, their sources, and what stands at an entry. Only reads, no scripts.
class FrameworkInspector : public QueueInspector
{
public:
    /// Bytes of one value: what is longer would end the connection as an answer, and is not asked for.
    static constexpr qint64 longestRead = ReplyLimits().bytes - 128 * 1024;

    FrameworkInspector(RedisClient& client, RedisClock& clock);

    /// Why a value of so many bytes is not read: `what` begins the sentence. Code: Refused.
    static Error tooLong(const QString& what, qint64 bytes);

    /// Forgets what is known of the server: another one may answer from now on.
    virtual void forget() = 0;
    /// Another one finds the names of queues: no keys are looked through here. `found`: null leaves it as it is.
    void takeNamesFrom(std::shared_ptr<const FoundQueues> found, const LayoutSpec& layout);
    /// Returns the same as Backend::discovery().
    virtual QueueDiscovery* discovery() { return nullptr; }

    Result<std::vector<QueueInfo>> queues() override;
    void paceCounts(const CountPace& pace) override { m_turns.pace(pace); }
    std::size_t waitingQueues() const override { return m_turns.isNeeded(m_named.size()) ? m_turns.waiting() : 0; }
    /// What was counted is of another server.
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
    /// None are kept by the framework in a form that this reads.
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override;
    Result<std::vector<WorkerInfo>> workers() override;
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override;

protected:
    static constexpr qint64 payloadsPerRead
        = 2 * 1024 * 1024; ///< bytes read at most in one round trip, one payload at least

    /// The keys of our records and our trash beside a queue.
    virtual OverlayKeys keysOf(const QueueName& queue) const = 0;
    /// The names of the queues that are known.
    virtual Result<std::vector<QueueName>> names() = 0;
    /// Notes the queue beside which a key of ours lies: it is listed as long as there is something to undo or to
    /// restore.
    void meetBeside(const QByteArray& key);
    /// Whether names() goes on looking for more with each call.
    virtual bool isLooking() const { return false; }
    virtual std::vector<TaskSource> sourcesOf(const QueueName& queue) const = 0;
    /// Called with the queues that are counted next: reads what their sources depend on.
    virtual Result<> prepare(const std::vector<QueueName>&) { return {}; }
    /// Whether there is such a queue, told by what the overview read. A queue that is not there answers NotFound.
    virtual bool isThere(const QueueInfo& info, std::span<const Reply> replies) const = 0;
    /// Further commands for a queue's overview, and what their replies say of it.
    virtual void appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const = 0;
    virtual std::size_t overviewCommands() const = 0;
    virtual Result<> readOverview(QueueInfo& info, std::span<const Reply> replies) const = 0;
    /// A last look at what was read: leaves out queues that are none of the layout's, and notes what people should
    /// know.
    virtual Result<> settle(std::vector<QueueInfo>&) { return {}; }
    /// The tasks at these entries, in their order; one that is gone meanwhile is left out. `withPayload`: of any size.
    virtual Result<std::vector<FoundTask>> tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
        const std::vector<SourceEntry>& entries, bool withPayload)
        = 0;

    /// The same where only id, type, state, instant and error are wanted, which may take less to read.
    virtual Result<std::vector<FoundTask>> errorsAt(
        const QueueName& queue, const std::vector<TaskSource>& sources, const std::vector<SourceEntry>& entries)
    {
        return tasksAt(queue, sources, entries, false);
    }
    /// Moves or adds what the bins of the sources have elsewhere or not at all: what has no instant of its own stands
    /// in them at `now`, which lies in one bin at most.
    virtual Result<> completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now)
    {
        Q_UNUSED(queue)
        Q_UNUSED(bins)
        Q_UNUSED(now)
        return {};
    }
    /// Fields that say since when a task waits that stands in a source without instants; empty: its member says it.
    virtual Command dueFieldsOf(const QueueName& queue, const QByteArray& member) const
    {
        Q_UNUSED(queue)
        Q_UNUSED(member)
        return {};
    }
    /// Judges these fields, or the member. A layout that records no time says so of each.
    virtual DueSince dueSince(const QByteArray& member, const Reply& fields) const
    {
        Q_UNUSED(member)
        Q_UNUSED(fields)
        return {};
    }
    /// How many entries one step of a search reads at most: what stands there may be long.
    virtual int mostExamined(const QueueName&) const { return INT_MAX; }
    /// Leaves out of `entries` what cannot match, where less has to be read for that than by tasksAt().
    virtual Result<> sift(const QueueName& queue, const std::vector<TaskSource>& sources, const TaskFilter& filter,
        std::vector<SourceEntry>& entries)
    {
        Q_UNUSED(queue)
        Q_UNUSED(sources)
        Q_UNUSED(filter)
        Q_UNUSED(entries)
        return {};
    }

    std::shared_ptr<const FoundQueues> m_found; ///< null: the layout looks for names itself
    std::optional<LayoutSpec> m_layout;

    RedisClient& client() { return m_client; }
    Result<TimePoint> now() { return m_clock.now(m_client); }
    virtual Error noSuchQueue(const QueueName& queue) const;

private:
    /// names(), and the queues beside which there is something of ours.
    Result<std::vector<QueueName>> allNames();

    /// Due tasks of a queue in one source without instants.
    struct DuePart
    {
        std::size_t info = 0; ///< whose they are, by its place in the list that is read
        TaskSource source;
        qint64 length = 0;
    };
    /// Due ids of a queue in one set of due times, the earliest first.
    struct DatedPart
    {
        std::size_t info = 0; ///< whose they are, by its place in the list that is read
        std::vector<std::pair<QByteArray, TimePoint>> ids;
        qint64 length = 0; ///< how many are due
    };
    /// Cached ends of a source with long members, so that they are not read with each list of queues.
    struct KnownDue
    {
        std::vector<DueSince> tasks;
        std::chrono::steady_clock::time_point readAt{};
    };

    Result<std::vector<QueueInfo>> overviews(const std::vector<QueueName>& queues);
    /// Whether a source holds ids, so that the task of one may no longer exist.
    bool hasIds(const QueueName& queue) const { return !dueFieldsOf(queue, {}).empty(); }
    Result<> readOldest(std::vector<QueueInfo>& infos, const std::vector<DuePart>& parts,
        const std::vector<DatedPart>& dated, TimePoint now);
    Result<std::vector<Reply>> readEach(const std::vector<Command>& commands);

    RedisClient& m_client;
    RedisClock& m_clock;
    QueueTurns m_turns;
    std::map<QByteArray, KnownDue> m_longDue; ///< by the source's key
    std::vector<QueueName> m_named; ///< what allNames() told last
    std::set<QueueName> m_besides; ///< that keys of ours spoke of, where m_found is null
    std::chrono::steady_clock::time_point m_namedAt{};
};

} // namespace dueline
