// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqinspector.h"

#include "core/layouts/bullmq/bullmqflow.h"
#include "core/layouts/bullmq/bullmqsources.h"
#include "core/layouts/bullmq/bullmqwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

JobWords bullmqWords()
{
    JobWords words;
    words.attemptsMade = "atm";
    words.stalled = "stc";
    words.namesWorkers = true;
    words.hasMarker = true;
    words.childrenKeys = BullmqFlow::childrenKeys();
    return words;
}

bool isStamped(const Reply& meta)
{
    return meta.items.size() == 3 && (meta.items[0].isBytes() || meta.items[1].isBytes());
}

} // namespace

BullmqInspector::BullmqInspector(RedisClient& client, RedisClock& clock, const BullmqSpec& spec, const QByteArray& ours)
    : JobInspector(client, clock, spec.prefix, ours, bullmqWords())
    , m_spec(spec)
{ }

/// Returns the queue of a key that only BullMQ creates; empty for other keys. If the user specified the version,
/// accepts any key that contains jobs.
QueueName BullmqInspector::queueOf(const QByteArray& key) const
{
    auto base = BullmqSpec::baseOfOwnKey(key);
    if (!base && !m_spec.major.isEmpty())
        base = JobHolders::baseOf(key);
    return base ? m_spec.queueOfMeta(*base + "meta") : QueueName();
}

/// Determines the owner by the same rules as the scripts. Keys that only Bull creates outweigh the version that the
/// user specified.
QueueOwner BullmqInspector::judge(const QueueName&, OwnerSigns signs) const
{
    const QueueOwner owner = ownerOf(signs);
    // Any program may have a key that ends in `:prioritized`.
    if (owner == QueueOwner::Bullmq && !signs.areEvident() && !m_spec.isUsual())
        return QueueOwner::Nobody;
    const bool isStated = !m_spec.major.isEmpty() && !signs.metaPaused && !signs.priorities;
    return isDisputed(owner) && isStated ? QueueOwner::Bullmq : owner;
}

/// Reads the groups. BullMQ Pro stores most group names in one sorted set, and the names of limited, full and paused
/// groups in separate sets.
Result<> BullmqInspector::prepare(const std::vector<QueueName>& queues)
{
    static const std::vector<QByteArray> sets{"groups", "groups:limit", "groups:max", "groups:paused"};
    std::vector<Command> pipeline;
    for (const QueueName& queue : queues) {
        for (const QByteArray& set : sets)
            pipeline.push_back({"ZRANGE", m_spec.base(queue) + set, "0", number(mostGroups - 1)});
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < queues.size(); ++i) {
        std::vector<QByteArray> groups;
        for (std::size_t set = 0; set < sets.size(); ++set) {
            for (const Reply& group : (*replies)[i * sets.size() + set].items)
                groups.push_back(group.bytes);
        }
        std::sort(groups.begin(), groups.end());
        groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
        if (groups.empty())
            m_groups.erase(queues[i]);
        else
            m_groups[queues[i]] = std::move(groups);
    }
    return {};
}

Result<> BullmqInspector::settle(std::vector<QueueInfo>& infos)
{
    if (const auto settled = JobInspector::settle(infos); !settled)
        return settled;
    for (QueueInfo& info : infos) {
        const auto groups = m_groups.find(info.name);
        if (groups != m_groups.end() && groups->second.size() >= std::size_t(mostGroups))
            info.note = bullmqwords::groupsAreCut(mostGroups);
    }
    return {};
}

Result<TaskPage> BullmqInspector::page(const PageRequest& request)
{
    const auto prepared = prepare({request.queue});
    return prepared ? JobInspector::page(request) : prepared.error();
}

Result<std::optional<TimePoint>> BullmqInspector::lastDue(const QueueName& queue, StateSet states)
{
    const auto prepared = prepare({queue});
    return prepared ? JobInspector::lastDue(queue, states) : prepared.error();
}

Result<SearchStep> BullmqInspector::search(const SearchRequest& request)
{
    if (request.cursor.isEmpty()) { // later search steps use the same groups
        if (const auto prepared = prepare({request.queue}); !prepared)
            return prepared.error();
    }
    return JobInspector::search(request);
}

Result<std::vector<TimelineBin>> BullmqInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    const auto prepared = prepare({queue});
    return prepared ? JobInspector::timeline(queue, from, to, bins) : prepared.error();
}

Result<TaskDetail> BullmqInspector::task(const QueueName& queue, const TaskId& id)
{
    const auto prepared = prepare({queue});
    return prepared ? JobInspector::task(queue, id) : prepared.error();
}

Result<TaskFlow> BullmqInspector::flow(const QueueName& queue, const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    return BullmqFlow(client(), m_spec, *now).read(queue, id);
}

std::vector<TaskSource> BullmqInspector::sourcesOf(const QueueName& queue) const
{
    std::vector<TaskSource> sources = bullmqSources(m_spec.base(queue), keysOf(queue).trash());
    if (const auto groups = m_groups.find(queue); groups != m_groups.end()) {
        const QByteArray base = m_spec.base(queue) + "groups:";
        for (const QByteArray& group : groups->second) {
            sources.push_back(
                {base + group, TaskSource::Kind::List, TaskSource::Score::None, TaskState::Due, {}, "group"});
            sources.push_back({base + group + ":p", TaskSource::Kind::SortedSet, TaskSource::Score::None,
                TaskState::Due, {}, "group"});
            readEachPriority(sources.back());
        }
    }
    return sources;
}

void BullmqInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    pipeline.push_back({"HMGET", m_spec.base(queue) + "meta", "version", "opts.maxLenEvents", "paused"});
    pipeline.push_back({"TYPE", m_spec.base(queue) + "events"});
    pipeline.push_back(JobHolders::count(m_spec.base(queue)));
    pipeline.push_back({"TYPE", m_spec.base(queue) + "id"});
    pipeline.push_back({"GET", m_spec.base(queue) + "id"});
    if (!m_spec.major.isEmpty())
        pipeline.push_back({"EXISTS", keysOf(queue).trash()});
}

std::size_t BullmqInspector::overviewCommands() const { return m_spec.major.isEmpty() ? 5 : 6; }

/// Returns whether the queue may exist; settle() checks the owner. `meta` may be missing even if there are jobs. If the
/// user specified the version, a counter or Dueline's trash key is sufficient evidence.
bool BullmqInspector::isThere(const QueueInfo&, std::span<const Reply> replies) const
{
    const bool hasJobs = replies[2].integer > 0;
    const bool isStated = !m_spec.major.isEmpty() && (replies[3].bytes == "string" || replies[5].integer == 1);
    return isStamped(replies.front()) || isStated || hasJobs;
}

Result<> BullmqInspector::readOverview(QueueInfo& info, std::span<const Reply> replies) const
{
    const Reply& meta = replies.front();
    if (meta.isError())
        return errorFromReply(meta.bytes);
    if (meta.items.size() != 3)
        return unexpectedReply();
    info.paused = meta.items[2].isBytes();
    info.everAdded = integerIn(replies[4]);
    if (!isStamped(meta) && m_spec.major.isEmpty())
        info.note = bullmqwords::metaIsMissing(m_spec.base(info.name), m_spec.text().toUtf8());
    if (constexpr QByteArrayView stamp = "bullmq:"; meta.items[0].bytes.startsWith(stamp))
        info.version = meta.items[0].bytes.mid(stamp.size(), 20);
    return {};
}

} // namespace dueline
