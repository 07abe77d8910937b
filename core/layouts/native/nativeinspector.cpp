// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeinspector.h"

#include "core/base/text.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativemerge.h"
#include "core/layouts/native/nativeoperations.h"
#include "core/layouts/native/nativepayload.h"
#include "core/layouts/native/nativesearch.h"
#include "core/layouts/native/nativetimeline.h"
#include "core/layouts/native/nativeworkers.h"
#include "core/redis/errorclass.h"

#include <algorithm>
#include <functional>

namespace dueline {

namespace {

constexpr int pageStep = 100; ///< tasks per script call
constexpr int maxPage = 1000;
constexpr std::size_t queuesPerCall = 50; ///< about 0.5 ms of the server's time

QByteArray number(qint64 value) { return QByteArray::number(value); }

Error badReply() { return {ErrorCode::Protocol, QStringLiteral("Redis gave an answer that this script cannot give.")}; }

/// The earlier of two heads, '' meaning none.
std::optional<TimePoint> earlier(const QByteArray& a, const QByteArray& b)
{
    if (a.isEmpty() && b.isEmpty())
        return std::nullopt;
    if (a.isEmpty() || b.isEmpty())
        return instantOf(a.isEmpty() ? b : a);
    return std::min(instantOf(a), instantOf(b));
}

void readMeta(QueueInfo& info, const std::vector<Reply>& fields, QByteArray& version)
{
    std::vector<std::pair<QByteArray, QByteArray>> settings;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        settings.emplace_back(fields[i].bytes, fields[i + 1].bytes);
        if (fields[i].bytes == "paused")
            info.paused = true;
        else if (fields[i].bytes == "version")
            version = fields[i + 1].bytes;
    }
    info.settings = NativeCodec::decodeSettings(settings);
}

/// A queue by the reply of overview.lua. Errors: WrongType, Refused (a newer layout).
Result<QueueInfo> readOverview(
    const QueueName& name, const NativeKeys& keys, const Reply& reply, TimePoint now, bool& exists)
{
    if (reply.isBytes())
        return NativeScripts::errorOf(reply.bytes, keys);
    const std::vector<Reply>& items = reply.items;
    const auto all = [&](std::size_t from, std::size_t end, auto is) {
        return std::all_of(items.begin() + std::ptrdiff_t(from), items.begin() + std::ptrdiff_t(end), is);
    };
    if (items.size() != 14 || !all(0, 8, std::mem_fn(&Reply::isInteger)) || !all(8, 13, std::mem_fn(&Reply::isBytes))
        || !items[13].isArray())
        return badReply();
    QueueInfo info;
    info.name = name;
    info.serverNow = now;
    info.counts[TaskState::Due] = items[1].integer;
    info.counts[TaskState::Scheduled] = items[0].integer - items[1].integer;
    info.counts[TaskState::Retrying] = items[2].integer;
    info.counts[TaskState::Leased] = items[3].integer;
    info.counts[TaskState::Failed] = items[4].integer;
    info.counts[TaskState::Done] = items[5].integer;
    info.counts[TaskState::Trash] = items[6].integer;
    info.damaged = items[7].integer;
    if (const auto head = earlier(items[8].bytes, items[9].bytes); head && *head <= now)
        info.oldestDue = head;
    info.nextDue = earlier(items[10].bytes, items[11].bytes);
    QByteArray version;
    if (!items[12].bytes.isEmpty())
        info.lastOperation = instantOf(items[12].bytes);
    readMeta(info, items[13].items, version);
    if (!version.isEmpty() && version != number(NativeCodec::version))
        return NativeScripts::errorOf("NEWER layout version " + version, keys);
    exists = !items[13].items.empty() || info.damaged > 0
        || std::any_of(info.counts.perState.begin(), info.counts.perState.end(), [](qint64 n) { return n > 0; });
    return info;
}

void appendOverviewKeys(std::vector<QByteArray>& keyNames, const NativeKeys& k)
{
    keyNames.insert(
        keyNames.end(), {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.damaged(), k.meta(),
            k.operations()});
}

int attemptsOr(const QByteArray& text)
{
    const int attempts = text.toInt();
    return attempts > 0 ? attempts : RetryPolicy().maxAttempts;
}

QByteArray partOf(TaskState state)
{
    switch (state) {
    case TaskState::Scheduled:
    case TaskState::Due:
        return stateName(state).toByteArray();
    case TaskState::Retrying:
    case TaskState::Leased:
        return "all";
    default:
        return "newest";
    }
}

} // namespace

NativeInspector::NativeInspector(NativeScripts& scripts)
    : m_scripts(scripts)
{ }

Result<std::vector<QueueInfo>> NativeInspector::queues()
{
    const QByteArray registry = NativeKeys::queues(m_scripts.prefix());
    const auto names = m_scripts.client().call({"SMEMBERS", registry});
    if (!names)
        return NativeScripts::errorAt(registry, names.error());
    std::vector<QueueName> sorted;
    for (const Reply& name : names->items)
        sorted.push_back(name.bytes);
    std::sort(sorted.begin(), sorted.end());

    // In a cluster each queue has its own slot, and a call may not cross slots.
    const bool cluster = m_scripts.client().config().topology == Topology::Cluster;
    const std::size_t perCall = cluster ? 1 : queuesPerCall;
    std::vector<ScriptCall> calls;
    for (std::size_t first = 0; first < sorted.size(); first += perCall) {
        std::vector<QByteArray> keyNames;
        for (std::size_t i = first; i < std::min(sorted.size(), first + perCall); ++i)
            appendOverviewKeys(keyNames, m_scripts.keys(sorted[i]));
        calls.push_back(NativeScripts::call("overview", std::move(keyNames), {}));
    }
    if (calls.empty())
        return std::vector<QueueInfo>();
    const auto replies = m_scripts.run(calls);
    if (!replies)
        return replies.error();
    std::vector<QueueInfo> infos;
    infos.reserve(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const Reply& reply = replies->at(i / perCall);
        const NativeKeys keys = m_scripts.keys(sorted[i]);
        if (reply.isError())
            return NativeScripts::errorOf(reply.bytes, keys);
        if (reply.items.size() <= 1 + i % perCall)
            return badReply();
        const TimePoint now = fromMs(reply.items[0].integer);
        bool exists = false;
        auto info = readOverview(sorted[i], keys, reply.items[1 + i % perCall], now, exists);
        if (info) {
            infos.push_back(std::move(info).value());
        } else {
            QueueInfo unreadable;
            unreadable.name = sorted[i];
            unreadable.serverNow = now;
            unreadable.unreadable = info.error().message.toUtf8();
            infos.push_back(std::move(unreadable));
        }
    }
    return infos;
}

Result<QueueInfo> NativeInspector::queue(const QueueName& queue)
{
    const NativeKeys keys = m_scripts.keys(queue);
    std::vector<QByteArray> keyNames;
    appendOverviewKeys(keyNames, keys);
    const auto reply = m_scripts.run("overview", keys, keyNames, {});
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return badReply();
    bool exists = false;
    auto info = readOverview(queue, keys, reply->items[1], fromMs(reply->items[0].integer), exists);
    if (info && !exists)
        return Error{ErrorCode::NotFound, QStringLiteral("There is no queue \"%1\".").arg(printable(queue))};
    return info;
}

Result<TaskPage> NativeInspector::page(const PageRequest& request)
{
    if (!request.states.isEmpty())
        return merged(request);
    return list(request.queue, request.state, partOf(request.state), std::max<qint64>(request.offset, 0),
        std::clamp(request.limit, 0, maxPage));
}

Result<TaskPage> NativeInspector::list(
    const QueueName& queue, TaskState state, const QByteArray& part, qint64 offset, int limit)
{
    const NativeKeys k = m_scripts.keys(queue);
    const QByteArray role = roleOf(state);
    const std::vector<QByteArray> keyNames{
        k.setOf(state), k.tasks(), k.tries(), k.history(), k.leases(), k.before(), k.meta()};
    TaskPage page;
    do {
        const int left = limit - int(page.tasks.size());
        const auto reply = m_scripts.run("page", k, keyNames,
            {role, part, number(offset + qint64(page.tasks.size())), number(std::min(left, pageStep))});
        if (!reply)
            return reply.error();
        const std::vector<Reply>& items = reply->items;
        if (items.size() != 5 || items[4].items.size() % NativeDescription::fields != 0)
            return badReply();
        const TimePoint now = fromMs(items[0].integer);
        const int attempts = attemptsOr(items[2].bytes);
        page.total = items[1].integer;
        for (std::size_t i = 0; i < items[4].items.size(); i += NativeDescription::fields) {
            const NativeDescription described = NativeDescription::read(items[4].items, i, role);
            page.tasks.push_back(described.task(described.envelope(), attempts, now));
            if (role
                == "pending") // a task whose time comes while the page is read stays in the list that was asked for
                page.tasks.back().state = state;
        }
        if (items[3].integer == 0)
            break;
    } while (int(page.tasks.size()) < limit && offset + qint64(page.tasks.size()) < page.total);
    return page;
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
            return badReply();
        const TimePoint at = fromMs(qint64(reply->items[1].bytes.toDouble()));
        last = std::max(last.value_or(at), at);
    }
    return last;
}

Result<TaskPage> NativeInspector::merged(const PageRequest& request)
{
    const auto time = m_scripts.client().call({"TIME"});
    if (!time)
        return time.error();
    if (time->items.size() != 2)
        return badReply();
    const TimePoint now = fromMs(time->items[0].bytes.toLongLong() * 1000 + time->items[1].bytes.toLongLong() / 1000);
    const NativeKeys k = m_scripts.keys(request.queue);
    auto place = NativeMerge(m_scripts.client(), k, request.states, now)
                     .find(std::max<qint64>(request.offset, 0), std::clamp(request.limit, 0, maxPage));
    if (!place)
        return place.error();
    std::vector<std::vector<Task>> lists;
    for (const NativeSlice& slice : place->slices) {
        lists.emplace_back();
        if (slice.instants.empty())
            continue;
        const bool halfOfPending = slice.state == TaskState::Scheduled || slice.state == TaskState::Due;
        auto part = list(request.queue, slice.state, halfOfPending ? partOf(slice.state) : QByteArray("all"),
            slice.offset, int(slice.instants.size()));
        if (!part)
            return part.error();
        lists.back() = std::move(part->tasks);
    }
    TaskPage page;
    page.total = place->total;
    std::vector<std::size_t> taken(lists.size(), 0);
    for (const std::size_t from : place->order) {
        // A list that has become shorter since it was measured leaves its places out.
        if (taken[from] < lists[from].size())
            page.tasks.push_back(std::move(lists[from][taken[from]++]));
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
        return badReply();
    if (items[2].bytes.isEmpty()) {
        if (!items[12].bytes.isEmpty())
            return Error{ErrorCode::NotFound,
                QStringLiteral("The task \"%1\" was set aside in the queue \"%2\" because it is damaged: %3. Its bytes "
                               "are still in the key %4.")
                    .arg(printable(id), printable(queue), printable(items[12].bytes), printable(k.tasks()))};
        return Error{ErrorCode::NotFound,
            QStringLiteral("There is no task \"%1\" in the queue \"%2\".").arg(printable(id), printable(queue))};
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

    TaskDetail detail;
    detail.task = described.task(envelope, attemptsOr(items[1].bytes), fromMs(items[0].integer));
    detail.options = envelope.options;
    if (const auto tries = NativeCodec::decodeTries(described.tries)) {
        detail.fence = tries->fence;
        detail.expiries = tries->expiries;
    }
    if (const auto token = NativeCodec::decodeToken(described.token); token && described.role == "leased")
        detail.fence = token->fence;
    detail.attempts = NativeCodec::decodeHistory(described.history);
    if (items[10].integer == 1)
        detail.result = items[11].bytes;
    if (const auto before = decodeBefore(described.before))
        detail.lastOperation = queue + '/' + before->operation;
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
        return Error{ErrorCode::NotFound,
            QStringLiteral("There is no task \"%1\" in the queue \"%2\".").arg(printable(id), printable(queue))};
    auto envelope = NativeCodec::decodeEnvelope(stored->bytes);
    const qint64 first = std::max<qint64>(offset, 0);
    const auto lengthOf = [&](qint64 size) {
        const qint64 rest = std::max<qint64>(size - first, 0);
        return length < 0 ? rest : std::min(length, rest);
    };
    if (!envelope) // what cannot be read as an envelope is shown as it is
        return stored->bytes.mid(first, lengthOf(stored->bytes.size()));
    if (!envelope->bigSize)
        return envelope->payload.mid(first, lengthOf(envelope->payload.size()));
    const qint64 wanted = lengthOf(*envelope->bigSize);
    auto payload = readPayload(m_scripts.client(), k.bigPayload(id), first, wanted);
    if (payload && payload->size() != wanted)
        return Error{ErrorCode::WrongType,
            QStringLiteral("The payload of \"%1\" is shorter than its entry says: %2 of %3 bytes are in the key %4.")
                .arg(printable(id))
                .arg(first + payload->size())
                .arg(*envelope->bigSize)
                .arg(printable(k.bigPayload(id)))};
    return payload;
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

Result<std::vector<WorkerInfo>> NativeInspector::workers() { return NativeWorkers(m_scripts).list(); }

Result<std::vector<OperationRecord>> NativeInspector::operations(const QueueName& queue, int limit)
{
    return NativeOperations(m_scripts).list(queue, limit);
}

} // namespace dueline
