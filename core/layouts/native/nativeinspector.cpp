// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeinspector.h"

#include "core/base/text.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativemerge.h"
#include "core/layouts/native/nativeoperations.h"
#include "core/layouts/native/nativeoverview.h"
#include "core/layouts/native/nativepayload.h"
#include "core/layouts/native/nativerecords.h"
#include "core/layouts/native/nativesearch.h"
#include "core/layouts/native/nativetimeline.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/native/nativeworkers.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <functional>

namespace dueline {

namespace {

constexpr int pageStep = 100; ///< number of tasks per script call

int attemptsOr(const QByteArray& text)
{
    const int attempts = text.toInt();
    return attempts > 0 ? attempts : RetryPolicy().maxAttempts;
}

/// Returns the part of a set to list for this state. Ended tasks are listed newest first.
QByteArray listedPartOf(TaskState state)
{
    return StateSet::pending().contains(state) || state == TaskState::Leased ? partOf(state) : QByteArray("newest");
}

} // namespace

NativeInspector::NativeInspector(NativeScripts& scripts, const RedisLane* lane)
    : m_scripts(scripts)
    , m_lane(lane)
{ }

Result<std::vector<QueueInfo>> NativeInspector::queues()
{
    NativeOverview overview(m_scripts);
    const auto names = overview.names();
    if (!names)
        return names.error();
    const bool isShared = m_lane && m_lane->isShared();
    const bool inTurns = isShared && m_turns.isNeeded(names->size());
    auto fresh = overview.of(inTurns ? m_turns.choose(*names, QueueCountScheduler::Newcomers::AtOnce) : *names);
    // If the connection has other layouts, an error would hide their queues, which this user may be allowed to read.
    if (!fresh && fresh.error().code == ErrorCode::Permission && isShared && !names->empty())
        return NativeOverview::forbidden(*names, fresh.error());
    if (!fresh || !inTurns)
        return fresh;
    return m_turns.join(*names, *std::move(fresh));
}

void NativeInspector::paceCounts(const CountBudget& pace)
{
    CountBudget own = pace;
    own.most = std::max(own.most, NativeOverview::queuesPerCall);
    m_turns.pace(own);
}

Result<QueueInfo> NativeInspector::queue(const QueueName& queue) { return NativeOverview(m_scripts).one(queue); }

Result<TaskPage> NativeInspector::page(const PageRequest& request)
{
    if (!request.states.isEmpty())
        return merged(request);
    return list(request.queue, request.state, listedPartOf(request.state), std::max<qint64>(request.offset, 0),
        std::clamp(request.limit, 0, maxPage));
}

ScriptCall NativeInspector::listCall(
    const NativeKeys& k, TaskState state, const QByteArray& part, qint64 offset, int limit, const Listed& after) const
{
    return {&m_scripts.script("page"),
        {k.setOf(state), k.tasks(), k.tries(), k.history(), k.leases(), k.before(), k.meta()},
        {roleOf(state), part, number(offset), number(std::min(limit, pageStep)), after.id, after.score}};
}

/// Appends the tasks in a page.lua reply. Returns whether the list has more tasks after them.
Result<bool> NativeInspector::takeList(const Reply& reply, const NativeKeys& k, TaskState state, TaskPage& page) const
{
    if (reply.isError())
        return NativeScripts::errorOf(reply.bytes, k);
    const std::vector<Reply>& items = reply.items;
    if (items.size() != 5 || items[4].items.size() % NativeDescription::fields != 0)
        return unexpectedReply();
    const QByteArray role = roleOf(state);
    const TimePoint now = fromMs(items[0].integer);
    const int attempts = attemptsOr(items[2].bytes);
    page.total = items[1].integer;
    for (std::size_t i = 0; i < items[4].items.size(); i += NativeDescription::fields) {
        const NativeDescription described = NativeDescription::read(items[4].items, i, role);
        page.tasks.push_back(described.task(described.envelope(), attempts, now));
        m_scripts.describe(page.tasks.back());
        if (role == "pending") // list the task in the requested state even if it becomes due during the read
            page.tasks.back().state = state;
    }
    return items[3].integer > 0;
}

/// Reads a page in several calls. Each call continues after the last task from the previous one, because offsets change
/// whenever tasks become due or are claimed.
Result<TaskPage> NativeInspector::list(
    const QueueName& queue, TaskState state, const QByteArray& part, qint64 offset, int limit)
{
    const NativeKeys k = m_scripts.keys(queue);
    TaskPage page;
    Listed last;
    for (;;) {
        const ScriptCall call = listCall(k, state, part, offset, limit - int(page.tasks.size()), last);
        const auto reply = m_scripts.run("page", k, call.keys, call.arguments);
        if (!reply)
            return reply.error();
        const auto more = takeList(*reply, k, state, page);
        if (!more)
            return more.error();
        const std::vector<Reply>& fields = reply->items[4].items;
        if (!*more || fields.empty() || int(page.tasks.size()) >= limit)
            return page;
        const std::size_t row = fields.size() - NativeDescription::fields;
        last = {fields[row].bytes, fields[row + 1].bytes};
    }
}

Result<std::optional<TimePoint>> NativeInspector::lastDue(const QueueName& queue, StateSet states)
{
    const NativeKeys k = m_scripts.keys(queue);
    std::optional<TimePoint> last;
    for (const TaskState state : {TaskState::Scheduled, TaskState::Retrying}) {
        const StateSet held = state == TaskState::Retrying ? StateSet{state} : StateSet{state, TaskState::Due};
        if (states.intersected(held).isEmpty())
            continue;
        const auto reply = m_scripts.client().call({"ZRANGE", k.setOf(state), "-1", "-1", "WITHSCORES"});
        if (!reply)
            return NativeScripts::errorAt(k.setOf(state), reply.error());
        if (reply->items.empty())
            continue;
        if (reply->items.size() != 2)
            return unexpectedReply();
        const TimePoint at = fromMs(qint64(reply->items[1].bytes.toDouble()));
        last = std::max(last.value_or(at), at);
    }
    return last;
}

/// Reads a merged page in two round trips: the first locates the page in each list, and the second reads these parts of
/// the lists.
Result<TaskPage> NativeInspector::merged(const PageRequest& request)
{
    const NativeKeys k = m_scripts.keys(request.queue);
    auto place = NativeMerge(m_scripts, k, request.states)
                     .find(std::max<qint64>(request.offset, 0), std::clamp(request.limit, 0, maxPage));
    if (!place)
        return place.error();
    std::vector<ScriptCall> calls;
    std::vector<std::size_t> sliceOf;
    for (std::size_t i = 0; i < place->slices.size(); ++i) {
        const NativeSlice& slice = place->slices[i];
        for (std::size_t from = 0; from < slice.instants.size(); from += pageStep) {
            calls.push_back(listCall(
                k, slice.state, partOf(slice.state), slice.offset + qint64(from), int(slice.instants.size() - from)));
            sliceOf.push_back(i);
        }
    }
    std::vector<TaskPage> lists(place->slices.size());
    if (!calls.empty()) {
        const auto replies = m_scripts.run(calls);
        if (!replies)
            return replies.error();
        // A list is short if large payloads used up its call's byte budget. The rest of a short list is read below.
        std::vector<bool> isShort(lists.size(), false);
        for (std::size_t i = 0; i < replies->size(); ++i) {
            const std::size_t list = sliceOf[i];
            const NativeSlice& slice = place->slices[list];
            const std::size_t before = lists[list].tasks.size();
            if (isShort[list])
                continue;
            if (const auto taken = takeList((*replies)[i], k, slice.state, lists[list]); !taken)
                return taken.error();
            isShort[list]
                = lists[list].tasks.size() - before < std::min<std::size_t>(pageStep, slice.instants.size() - before);
        }
        for (std::size_t i = 0; i < lists.size(); ++i) {
            const NativeSlice& slice = place->slices[i];
            const auto got = qint64(lists[i].tasks.size());
            if (!isShort[i] || got == 0 || slice.offset + got >= lists[i].total)
                continue;
            auto rest = list(request.queue, slice.state, partOf(slice.state), slice.offset + got,
                int(slice.instants.size()) - int(got));
            if (!rest)
                return rest.error();
            std::move(rest->tasks.begin(), rest->tasks.end(), std::back_inserter(lists[i].tasks));
        }
    }
    TaskPage page;
    page.total = place->total;
    std::vector<std::size_t> taken(lists.size(), 0);
    for (const std::size_t from : place->order) {
        // If a list has become shorter since it was counted, omit its missing rows from the page.
        if (taken[from] < lists[from].tasks.size())
            page.tasks.push_back(std::move(lists[from].tasks[taken[from]++]));
    }
    return page;
}

Result<SearchStep> NativeInspector::search(const SearchRequest& request)
{
    return NativeSearch(m_scripts, request).step();
}

Result<TaskDetail> NativeInspector::task(const QueueName& queue, const TaskId& id)
{
    const NativeKeys k = m_scripts.keys(queue);
    const auto reply = m_scripts.run("detail", k,
        {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.tasks(), k.tries(), k.history(),
            k.leases(), k.before(), k.results(), k.damaged(), k.meta()},
        {id});
    if (!reply)
        return reply.error();
    const std::vector<Reply>& items = reply->items;
    if (items.size() != 13 || !items[0].isInteger() || !items[4].isInteger() || !items[10].isInteger())
        return unexpectedReply();
    if (items[2].bytes.isEmpty()) {
        if (!items[12].bytes.isEmpty())
            return Error{ErrorCode::NotFound,
                nativewords::taskIsQuarantined(
                    printable(id), printable(queue), printable(items[12].bytes), printable(k.tasks()))};
        return Error{ErrorCode::NotFound, portwords::noTask(printable(id), printable(queue))};
    }
    NativeDescription described;
    described.id = id;
    described.role = items[2].bytes;
    described.at = instantOf(items[3].bytes);
    described.storedSize = items[4].integer;
    described.line = items[5].bytes;
    described.tries = items[6].bytes;
    described.history = items[7].bytes;
    described.token = items[8].bytes;
    described.before = items[9].bytes;
    const NativeCodec::Envelope envelope = described.envelope();

    TaskDetail detail = described.detail(queue, envelope, attemptsOr(items[1].bytes), fromMs(items[0].integer));
    m_scripts.describe(detail.task);
    if (items[10].integer == 1)
        detail.result = items[11].bytes;
    return detail;
}

Result<QByteArray> NativeInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const NativeKeys k = m_scripts.keys(queue);
    const auto stored = m_scripts.client().call({"HGET", k.tasks(), id});
    if (!stored) {
        if (stored.error().code == ErrorCode::WrongType)
            return NativeScripts::errorOf("DAMAGED tasks", k);
        return stored.error();
    }
    if (stored->isNil())
        return Error{ErrorCode::NotFound, portwords::noTask(printable(id), printable(queue))};
    auto envelope = NativeCodec::decodeEnvelope(stored->bytes);
    const qint64 first = std::max<qint64>(offset, 0);
    const auto lengthOf = [&](qint64 size) {
        const qint64 rest = std::max<qint64>(size - first, 0);
        return length < 0 ? rest : std::min(length, rest);
    };
    if (!envelope) // show an invalid envelope as it is
        return stored->bytes.mid(first, lengthOf(stored->bytes.size()));
    if (!envelope->bigSize)
        return envelope->payload.mid(first, lengthOf(envelope->payload.size()));
    const qint64 wanted = lengthOf(*envelope->bigSize);
    auto payload = readPayload(m_scripts.client(), k.bigPayload(id), first, wanted);
    if (payload && payload->size() != wanted)
        return Error{ErrorCode::WrongType,
            nativewords::payloadIsShort(
                printable(id), first + payload->size(), *envelope->bigSize, printable(k.bigPayload(id)))};
    return payload;
}

Result<std::vector<std::optional<TaskRecord>>> NativeInspector::readRecords(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    // Read tasks one by one if only a custom design can interpret their details.
    if (ids.size() > taskRecords || m_scripts.overlay())
        return QueueInspector::readRecords(queue, ids);
    return NativeRecords(m_scripts, queue).read(ids, *this);
}

Result<std::vector<TimelineBin>> NativeInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    return NativeTimeline(m_scripts, queue).bins(from, to, bins);
}

Result<std::vector<StatisticsBin>> NativeInspector::statistics(const QueueName& queue, TimePoint from, TimePoint to)
{
    return NativeTimeline(m_scripts, queue).statistics(from, to);
}

Result<std::vector<RecentHistory>> NativeInspector::recent(const std::vector<RecentRequest>& wanted, TimePoint to)
{
    return NativeTimeline::recent(m_scripts, wanted, to);
}

Result<std::vector<WorkerInfo>> NativeInspector::workers() { return NativeWorkers(m_scripts).list(); }

Result<std::vector<OperationRecord>> NativeInspector::operations(const QueueName& queue, int limit)
{
    return NativeOperations(m_scripts).list(queue, limit);
}

Result<std::optional<UniqueHold>> NativeInspector::holderOf(const QueueName& queue, const QByteArray& key)
{
    const NativeKeys k = m_scripts.keys(queue);
    const auto replies = m_scripts.client().pipeline({{"TIME"}, {"HGET", k.unique(), key}});
    if (!replies)
        return replies.error();
    const Reply& time = replies->at(0);
    const Reply& entry = replies->at(1);
    if (entry.isError())
        return NativeScripts::errorOf(entry.bytes.startsWith("WRONGTYPE") ? "DAMAGED unique" : entry.bytes, k);
    if (time.items.size() != 2)
        return unexpectedReply();
    const qint64 now = time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000;
    const qsizetype space = entry.bytes.indexOf(' ');
    const qint64 until = entry.bytes.left(space).toLongLong();
    if (entry.isNil() || space < 0 || until <= now)
        return std::optional<UniqueHold>();
    return std::optional(UniqueHold{entry.bytes.mid(space + 1), fromMs(until)});
}

} // namespace dueline
