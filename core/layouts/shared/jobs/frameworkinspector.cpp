// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/frameworkinspector.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"
#include "core/layouts/port/prioritylevels.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

constexpr std::size_t queuesPerPipeline = 100;
/// Maximum age of cached queue names. The cache is used by refreshes that count only some of the queues.
constexpr std::chrono::seconds namesBelieved{12};
// Number of due tasks to read from the end where workers claim tasks, to find the oldest task in a source without
// times. If the newest tasks run first, the oldest one is at the other end, so one task is read there, too. A retry may
// insert an old task behind the first ones, so up to mostBehindNext more tasks are read.
constexpr int takenNext = 3;
/// maximum number of ids without a task that judgeGone() receives per source
constexpr std::size_t goneJudged = 5;
constexpr qint64 mostBehindNext = 100; ///< maximum number of tasks to read per source behind the first takenNext
/// maximum number of tasks to read behind the first takenNext, across all sources
constexpr qint64 behindNextOfAll = 400;
/// number of ids to read per set of due times; more than one, because an id's task may be gone
constexpr int earliestDue = 50;
/// above this number of members, a source's oldest wait is cached for longDueBelieved
constexpr std::size_t manyDue = 20;
constexpr qsizetype longestDated = 8 * 1024 * 1024; ///< maximum size in bytes of a member whose time is parsed
/// above this total size of members in bytes, a source's oldest wait is cached
constexpr qsizetype longDueBytes = 64 * 1024;
constexpr std::chrono::seconds longDueBelieved{30};

using Field = TaskFilter::Term::Field;
/// fields returned by errorsAt()
constexpr std::initializer_list<Field> toldBriefly{
    Field::State, Field::Type, Field::Id, Field::Error, Field::SameError, Field::Kind, Field::At, Field::Queue};

/// Commands that read a queue's earliest due members and its next due time. They are sent along with the overview
/// commands.
struct DueEnds
{
    static constexpr std::size_t commands = 2;

    static void append(std::vector<Command>& pipeline, const TaskSource& source, TimePoint now, int earliest)
    {
        const QByteArray next = source.scoreFrom(now + Millis(1));
        pipeline.push_back(
            {"ZRANGE", source.key, "-inf", '(' + next, "BYSCORE", "LIMIT", "0", number(earliest), "WITHSCORES"});
        pipeline.push_back({"ZRANGE", source.key, next, "+inf", "BYSCORE", "LIMIT", "0", "1", "WITHSCORES"});
    }
    static std::optional<TimePoint> instantOf(const Reply& reply, const TaskSource& source)
    {
        return reply.isArray() && reply.items.size() >= 2
            ? std::optional(source.instantOf(reply.items[1].bytes.toDouble()))
            : std::nullopt;
    }
    static std::vector<std::pair<QByteArray, TimePoint>> membersOf(const Reply& reply, const TaskSource& source)
    {
        std::vector<std::pair<QByteArray, TimePoint>> members;
        for (std::size_t i = 0; reply.isArray() && i + 1 < reply.items.size(); i += 2)
            members.emplace_back(reply.items[i].bytes, source.instantOf(reply.items[i + 1].bytes.toDouble()));
        return members;
    }
};

/// Returns whether the user isn't allowed to read Dueline's keys for the queue.
bool isForbidden(const Reply& reply)
{
    return reply.isError() && errorFromReply(reply.bytes).code == ErrorCode::Permission;
}

void keepEarlier(std::optional<TimePoint>& kept, std::optional<TimePoint> other)
{
    if (other && (!kept || *other < *kept))
        kept = other;
}

} // namespace

FrameworkInspector::FrameworkInspector(RedisClient& client, RedisClock& clock)
    : m_client(client)
    , m_clock(clock)
{ }

Error FrameworkInspector::tooLong(const QString& what, qint64 bytes)
{
    return {ErrorCode::Refused, jobwords::tooLong(what, formatBytes(bytes))};
}

Error FrameworkInspector::noSuchQueue(const QueueName& queue) const
{
    return {ErrorCode::NotFound, portwords::noQueue(printable(queue))};
}

/// Sends commands as a pipeline. If the replies exceed the connection's limits, resends the commands one by one,
/// truncates members longer than `longestDated`, and returns nil for each reply that is too large on its own.
Result<std::vector<Reply>> FrameworkInspector::readEach(const std::vector<Command>& commands)
{
    if (commands.empty())
        return std::vector<Reply>();
    auto replies = m_client.pipeline(commands);
    if (replies || replies.error().code != ErrorCode::Protocol)
        return replies;
    std::vector<Reply> each;
    for (const Command& command : commands) {
        auto one = m_client.pipeline({command});
        if (!one && one.error().code != ErrorCode::Protocol)
            return one.error();
        each.push_back(one ? std::move(one->front()) : Reply());
        // The head and tail reads may return the same long member, so truncate each copy.
        for (Reply& item : each.back().items) {
            if (item.bytes.size() > longestDated + 1)
                item.bytes = QByteArray(item.bytes.constData(), longestDated + 1);
        }
    }
    return each;
}

/// Reads when the due tasks started waiting. Takes two round trips, no matter how many or how long the queues are, and
/// more if tasks have priorities. Reads only the first id of each set of due times, or more ids if the first one's task
/// no longer exists.
Result<> FrameworkInspector::readOldest(std::vector<QueueInfo>& infos, const std::vector<DuePart>& parts,
    const std::vector<DatedPart>& dated, TimePoint now)
{
    const auto readAt = std::chrono::steady_clock::now();
    std::erase_if(m_longDue, [&](const auto& known) { return readAt - known.second.readAt >= longDueBelieved; });
    const qint64 behind = std::min(mostBehindNext, behindNextOfAll / std::max<qint64>(qint64(parts.size()), 1));
    const auto readsBehind = [behind](const DuePart& part) { return behind > 0 && part.length > takenNext + 1; };
    std::vector<Command> ends;
    for (const DuePart& part : parts) {
        if (m_longDue.count(part.source.key))
            continue;
        const bool isList = part.source.kind == TaskSource::Kind::List;
        const bool isHeadFirst = !isList || !part.source.tailFirst;
        const Command first{
            isList ? "LRANGE" : "ZRANGE", part.source.key, "0", isHeadFirst ? number(takenNext - 1) : "0"};
        const Command last{
            isList ? "LRANGE" : "ZRANGE", part.source.key, isHeadFirst ? "-1" : number(-takenNext), "-1"};
        ends.push_back(first);
        ends.push_back(last);
        if (!readsBehind(part))
            continue;
        const qint64 from = isHeadFirst ? takenNext : -takenNext - behind;
        ends.push_back({isList ? "LRANGE" : "ZRANGE", part.source.key, number(from), number(from + behind - 1)});
    }
    const std::size_t firstIds = ends.size();
    for (const DatedPart& part : dated)
        ends.push_back(dueFieldsOf(infos[part.info].name, part.ids.front().first));
    const auto members = readEach(ends);
    if (!members)
        return members.error();
    std::vector<PriorityLevels::Source> prioritized;
    for (const auto& [info, source, length] : parts) {
        const bool isRead = !m_longDue.count(source.key);
        prioritized.push_back({source.key, isRead ? source.priorities : QByteArray(), source.perPriority});
    }
    const auto heads = PriorityLevels::read(m_client, prioritized);
    if (!heads)
        return heads.error();
    struct Member
    {
        QByteArray member;
        std::size_t fields = 0; ///< index of the task's fields among the replies, plus 1; 0 if there are none
    };
    struct Ends
    {
        std::vector<Member> entries;
        bool isUnread = false; ///< true if the set is too large, or the user isn't allowed to read it
        /// true if the tasks behind the first takenNext ones couldn't be read, usually because the reply was too large
        bool isLong = false;
    };
    std::vector<Ends> read(parts.size());
    std::vector<Command> asked;
    std::set<QByteArray> met;
    const auto meet = [&](std::size_t part, const QByteArray& member) {
        if (!met.insert(member).second)
            return;
        Command fields = member.size() > longestDated ? Command() : dueFieldsOf(infos[parts[part].info].name, member);
        const bool hasFields = !fields.empty();
        if (hasFields)
            asked.push_back(std::move(fields));
        read[part].entries.push_back({member, hasFields ? asked.size() : 0});
    };
    for (std::size_t i = 0, reply = 0; i < parts.size(); ++i) {
        if (m_longDue.count(parts[i].source.key))
            continue;
        met.clear();
        const std::size_t replies = readsBehind(parts[i]) ? 3 : 2;
        for (std::size_t end = reply; end < reply + replies; ++end) {
            const bool isRead = (*members)[end].isArray();
            const bool isEnd = end < reply + 2;
            read[i].isUnread = read[i].isUnread || (isEnd && !isRead);
            read[i].isLong = read[i].isLong || (!isEnd && !isRead);
            for (const Reply& member : (*members)[end].items)
                meet(i, member.bytes);
        }
        for (const QByteArray& member : (*heads)[i].members)
            meet(i, member);
        reply += replies;
    }
    const auto isFirstGone
        = [&](std::size_t i) { return dueSince(dated[i].ids.front().first, (*members)[firstIds + i]).isGone; };
    std::size_t further = asked.size();
    for (std::size_t i = 0; i < dated.size(); ++i) {
        for (std::size_t id = 1; isFirstGone(i) && id < dated[i].ids.size(); ++id)
            asked.push_back(dueFieldsOf(infos[dated[i].info].name, dated[i].ids[id].first));
    }
    const auto fields = readEach(asked);
    if (!fields)
        return fields.error();
    std::vector<std::pair<std::size_t, QByteArray>> withoutTask;
    for (std::size_t i = 0; i < dated.size(); ++i) {
        const auto& ids = dated[i].ids;
        QueueInfo& info = infos[dated[i].info];
        if (isFirstGone(i))
            withoutTask.emplace_back(dated[i].info, ids.front().first);
        std::optional<TimePoint> oldest = isFirstGone(i) ? std::nullopt : std::optional(ids.front().second);
        for (std::size_t id = 1; isFirstGone(i) && id < ids.size(); ++id) {
            const bool isGone = dueSince(ids[id].first, (*fields)[further++]).isGone;
            keepEarlier(oldest, isGone ? std::nullopt : std::optional(ids[id].second));
        }
        keepEarlier(info.oldestDue, oldest);
        info.oldestUnknown = info.oldestUnknown || (!oldest && dated[i].length > qint64(ids.size()));
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const DuePart& part = parts[i];
        KnownDue due;
        if (const auto known = m_longDue.find(part.source.key); known != m_longDue.end()) {
            due = known->second;
        } else {
            if (read[i].entries.empty() && !read[i].isUnread) // a worker has just claimed the last task
                continue;
            const bool isMany = read[i].isUnread || read[i].isLong || read[i].entries.size() > manyDue;
            qsizetype bytes = isMany ? longDueBytes : 0;
            for (const Member& entry : read[i].entries) {
                const Reply told = entry.fields > 0 ? (*fields)[entry.fields - 1] : Reply();
                bytes += entry.member.size() + (entry.fields > 0 && !told.isArray() ? longDueBytes : 0);
                // don't parse longer members: that takes several times their size in memory
                due.tasks.push_back(entry.member.size() > longestDated ? DueSince() : dueSince(entry.member, told));
                if (due.tasks.back().isGone && due.gone.size() < goneJudged)
                    due.gone.push_back(entry.member);
            }
            due.priorities = (*heads)[i].isCut ? qint64((*heads)[i].members.size()) : 0;
            due.readAt = readAt;
            if (bytes >= longDueBytes)
                m_longDue.insert_or_assign(part.source.key, due);
        }
        std::optional<TimePoint> oldest;
        qint64 gone = 0;
        for (const DueSince& task : due.tasks) {
            gone += task.isGone ? 1 : 0;
            if (task.at)
                keepEarlier(oldest, std::min(*task.at, now));
        }
        QueueInfo& info = infos[part.info];
        keepEarlier(info.oldestDue, oldest);
        const bool areGone = !due.tasks.empty() && gone == qint64(due.tasks.size()) && gone >= part.length;
        info.oldestUnknown = info.oldestUnknown || (!oldest && !areGone) || due.priorities > 0;
        if (due.priorities > 0 && info.note.isEmpty())
            info.note = jobwords::prioritiesAreCut(due.priorities);
        for (const QByteArray& id : due.gone)
            withoutTask.emplace_back(part.info, id);
    }
    return withoutTask.empty() ? Result<>() : judgeGone(infos, withoutTask);
}

Result<std::vector<QueueInfo>> FrameworkInspector::overviews(const std::vector<QueueName>& queues)
{
    std::vector<QueueInfo> infos;
    std::set<QueueName> withoutOwnKeys; // queues whose Dueline keys the user isn't allowed to read
    if (const auto prepared = prepare(queues); !prepared)
        return prepared.error();
    for (std::size_t from = 0; from < queues.size(); from += queuesPerPipeline) {
        const std::size_t until = std::min(queues.size(), from + queuesPerPipeline);
        const auto now = m_clock.now(m_client);
        if (!now)
            return now.error();
        std::vector<KeyReader> readers;
        std::vector<Command> pipeline;
        for (std::size_t i = from; i < until; ++i) {
            readers.emplace_back(m_client, sourcesOf(queues[i]));
            readers.back().appendCounts(pipeline, *now);
            for (const TaskSource& source : readers.back().sources()) {
                if (source.whenDue)
                    DueEnds::append(pipeline, source, *now, hasIds(queues[i]) ? earliestDue : 1);
            }
            pipeline.push_back(OperationStore::newest(keysOf(queues[i])));
            appendOverview(pipeline, queues[i]);
        }
        const auto replies = m_client.pipeline(pipeline);
        if (!replies)
            return replies.error();
        std::span<const Reply> rest(*replies);
        std::vector<DuePart> undated;
        std::vector<DatedPart> dated;
        for (std::size_t i = from; i < until; ++i) {
            const KeyReader& reader = readers[i - from];
            QueueInfo info;
            info.name = queues[i];
            info.serverNow = *now;
            info.states = reader.states();
            const auto counts = reader.countsFrom(rest.first(reader.countCommands()), *now);
            rest = rest.subspan(reader.countCommands());
            const auto setUnreadable = [&info](const Error& why) {
                info.unreadable = why.message.toUtf8();
                info.forbidden = why.code == ErrorCode::Permission;
            };
            if (counts)
                info.counts = reader.statesOf(*counts);
            else
                setUnreadable(counts.error());
            std::vector<DatedPart> byInstant;
            for (std::size_t k = 0; k < reader.sources().size(); ++k) {
                const TaskSource& source = reader.sources()[k];
                if (!source.whenDue)
                    continue;
                if (auto due = DueEnds::membersOf(rest[0], source); !hasIds(queues[i]) || !counts)
                    keepEarlier(info.oldestDue, DueEnds::instantOf(rest[0], source));
                else if (!due.empty())
                    byInstant.push_back({infos.size(), std::move(due), counts->due[k]});
                keepEarlier(info.nextDue, DueEnds::instantOf(rest[1], source));
                rest = rest.subspan(DueEnds::commands);
            }
            info.lastOperation = OperationStore::newestIn(rest.front());
            if (isForbidden(rest.front()))
                withoutOwnKeys.insert(queues[i]);
            rest = rest.subspan(1);
            const auto own = rest.first(overviewCommands());
            rest = rest.subspan(overviewCommands());
            if (const auto read = readOverview(info, own); !read && info.unreadable.isEmpty())
                setUnreadable(read.error());
            if (!isThere(info, own))
                continue;
            infos.push_back(std::move(info));
            dated.insert(dated.end(), byInstant.begin(), byInstant.end());
            for (std::size_t k = 0; counts && k < reader.sources().size(); ++k) {
                const TaskSource& source = reader.sources()[k];
                if (source.state == TaskState::Due && !source.isDated() && counts->length[k] > 0)
                    undated.push_back({infos.size() - 1, source, counts->length[k]});
            }
        }
        if (const auto read = readOldest(infos, undated, dated, *now); !read)
            return read.error();
    }
    if (const auto settled = settle(infos); !settled)
        return settled.error();
    for (QueueInfo& info : infos) {
        if (withoutOwnKeys.count(info.name))
            info.states.remove(TaskState::Trash);
    }
    return infos;
}

void FrameworkInspector::takeNamesFrom(std::shared_ptr<const FoundQueues> found, const LayoutSpec& layout)
{
    m_found = std::move(found);
    m_layout = layout;
}

void FrameworkInspector::meetBeside(const QByteArray& key)
{
    const auto beginning = OverlayKeys::beginningOf(key);
    if (!beginning || !m_layout)
        return;
    const auto placed = m_layout->type().queueBeside(*beginning);
    if (placed && (keysOf(placed->queue).operations() == key || keysOf(placed->queue).trash() == key))
        m_besides.insert(placed->queue);
}

Result<std::vector<QueueName>> FrameworkInspector::allNames()
{
    auto known = names();
    if (!known)
        return known;
    std::set<QueueName> all(known->begin(), known->end());
    const std::vector<QueueName> found = m_found ? m_found->besides(*m_layout) : std::vector<QueueName>();
    all.insert(found.begin(), found.end());
    all.insert(m_besides.begin(), m_besides.end());
    return std::vector<QueueName>(all.begin(), all.end());
}

Result<std::vector<QueueInfo>> FrameworkInspector::queues()
{
    const auto now = std::chrono::steady_clock::now();
    if (isLooking() || !m_turns.isNeeded(m_named.size()) || now - m_namedAt >= namesBelieved) {
        auto known = allNames();
        if (!known)
            return known.error();
        m_named = *std::move(known);
        m_namedAt = now;
    }
    const std::vector<QueueName> named = m_named; // a copy, because a reconnect clears m_named
    m_isInTurns = m_turns.isNeeded(named.size());
    if (!m_isInTurns)
        return overviews(named);
    auto fresh = overviews(m_turns.choose(named, QueueCountScheduler::Newcomers::WaitTheirTurn));
    if (!fresh)
        return fresh;
    return m_turns.join(named, *std::move(fresh));
}

Result<QueueInfo> FrameworkInspector::queue(const QueueName& queue)
{
    // Get the exact time: operations call this when they start, and must include all earlier tasks.
    m_clock.forget();
    auto infos = overviews({queue});
    if (!infos)
        return infos.error();
    if (infos->empty())
        return noSuchQueue(queue);
    return std::move(infos->front());
}

Result<TaskPage> FrameworkInspector::page(const PageRequest& request)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    KeyReader reader(m_client, sourcesOf(request.queue));
    const auto counts = reader.counts(*now);
    if (!counts)
        return counts.error();
    const int limit = std::clamp(request.limit, 0, maxPage);
    const auto entries = request.states.isEmpty() ? reader.page(*counts, request.state, request.offset, limit)
                                                  : reader.merged(*counts, request.states, request.offset, limit);
    if (!entries)
        return entries.error();
    auto found = tasksAt(request.queue, reader.sources(), entries->entries, false);
    if (!found)
        return found.error();
    TaskPage page;
    page.total = entries->total;
    for (FoundTask& each : *found)
        page.tasks.push_back(std::move(each.task));
    return page;
}

Result<std::optional<TimePoint>> FrameworkInspector::lastDue(const QueueName& queue, StateSet states)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    KeyReader reader(m_client, sourcesOf(queue));
    const auto counts = reader.counts(*now);
    if (!counts)
        return counts.error();
    return reader.lastDue(states, *counts);
}

Result<SearchStep> FrameworkInspector::search(const SearchRequest& request)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    KeyReader reader(m_client, sourcesOf(request.queue));
    const StateSet states = request.filter.states().intersected(request.states);
    const int examine = std::min(request.examine, mostExamined(request.queue));
    auto walked = reader.walk(states, request.cursor, examine, *now, ScanRange::of(request, *now));
    if (!walked)
        return walked.error();
    SearchStep step;
    step.examined = qint64(walked->entries.size());
    step.cursor = walked->cursor;
    std::vector<SourceEntry> entries = std::move(walked->entries);
    if (const auto sifted = sift(request.queue, reader.sources(), request.filter, entries); !sifted)
        return sifted.error();
    const bool isBrief = request.errorsAlone && request.filter.asksOnly(toldBriefly);
    auto found = isBrief ? errorsAt(request.queue, reader.sources(), entries)
                         : tasksAt(request.queue, reader.sources(), entries, request.filter.needsPayload());
    if (!found)
        return found.error();
    const bool excludes = request.filter.excludesByPayload();
    for (FoundTask& each : *found) {
        const bool isUnknown = each.isUnread && request.filter.needsPayload();
        if (request.filter.matches(each.task, each.payload, *now, request.queue) && !(isUnknown && excludes))
            step.matches.push_back(std::move(each.task));
        else if (isUnknown)
            ++step.unread;
    }
    return step;
}

Result<std::vector<TimelineBin>> FrameworkInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    auto timeline = timelineBins(from, to, bins);
    if (!timeline)
        return timeline;
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    KeyReader reader(m_client, sourcesOf(queue));
    const auto counts = reader.counts(*now);
    if (!counts)
        return counts.error();
    if (const auto added = reader.addTo(*timeline, *counts); !added)
        return added.error();
    if (const auto completed = completeTimeline(queue, *timeline, *now); !completed)
        return completed.error();
    return timeline;
}

Result<std::vector<StatisticsBin>> FrameworkInspector::statistics(const QueueName&, TimePoint, TimePoint)
{
    return std::vector<StatisticsBin>();
}

Result<std::vector<WorkerInfo>> FrameworkInspector::workers() { return std::vector<WorkerInfo>(); }

Result<std::vector<OperationRecord>> FrameworkInspector::operations(const QueueName&, int)
{
    return std::vector<OperationRecord>();
}

} // namespace dueline
