// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streaminspector.h"

#include "core/base/text.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/layouts/streams/streamworkers.h"
#include "core/redis/errorclass.h"

#include <QScopeGuard>
#include <QStringList>

#include <algorithm>

namespace dueline {

namespace {

/// Maximum number of windows per page. Reading that many blocks the server for about 0.2 s in total.
constexpr int windowsPerPage = 250;
constexpr qsizetype mostGroupsNamed = 20;
constexpr const char* streamTrashCursor = "trash "; ///< prefix of a search cursor in the trash, followed by a rank
const char* const streamPart
    = QT_TRANSLATE_NOOP("LayoutWords", "Counts are lower bounds: this stream's entries are still being counted.");

using StreamField = TaskFilter::Term::Field;

/// Returns a pattern that a task's id must match; empty if there is none.
QByteArray idPattern(const TaskFilter& filter)
{
    for (const TaskFilter::Term& term : filter.terms()) {
        if (term.field == StreamField::Id && !term.negated)
            return term.text;
    }
    return {};
}

/// Returns the only id that can match the filter; nullopt if the filter doesn't require a specific id.
std::optional<TaskId> onlyId(const TaskFilter& filter)
{
    const QByteArray pattern = idPattern(filter);
    return pattern.isEmpty() || pattern.contains('*') ? std::nullopt : std::optional(pattern);
}

} // namespace

StreamInspector::StreamInspector(RedisClient& client, RedisClock& clock, const StreamSpec& spec,
    const LayoutSpec& layout, std::shared_ptr<const FoundQueues> found, const QByteArray& prefix)
    : m_client(client)
    , m_clock(clock)
    , m_spec(spec)
    , m_keys(client, spec, layout, std::move(found))
    , m_walk(client)
    , m_counter(client, m_walk)
    , m_places(client, m_walk)
    , m_prefix(prefix)
{ }

void StreamInspector::forget(const QByteArray& version)
{
    m_keys.forget();
    m_walk.forget();
    m_counter.forget();
    m_listed.clear();
    m_marksTrims = marksTrims(version);
}

StreamSpec StreamInspector::specOf(const QByteArray& key) const
{
    if (m_spec.key == key)
        return m_spec;
    StreamSpec spec;
    spec.key = key;
    return spec;
}

Result<StreamQueue> StreamInspector::resolve(const QueueName& queue)
{
    const StreamQueueName name = StreamQueueName::of(queue);
    const auto noQueue = [&queue] {
        return Error{ErrorCode::NotFound, QStringLiteral("There is no queue \"%1\".").arg(printable(queue))};
    };
    const bool isOther = !m_spec.key.isEmpty() && name.key != m_spec.key;
    if (name.key.isEmpty() || isOther)
        return noQueue();
    const auto read = StreamFacts::read(m_client, {name.key});
    if (!read)
        return read.error();
    const StreamFacts& facts = read->front();
    if (!facts.damage.isEmpty())
        return *facts.error(name.key);
    std::vector<StreamGroup> groups = facts.groups;
    if (m_spec.group)
        std::erase_if(groups, [this](const StreamGroup& group) { return group.name != *m_spec.group; });
    if (name.group)
        std::erase_if(groups, [&name](const StreamGroup& group) { return group.name != *name.group; });
    if (groups.size() > 1) {
        QStringList names;
        for (const StreamGroup& group : groups) {
            if (names.size() < mostGroupsNamed)
                names << printable(StreamQueueName{name.key, group.name}.text(), 100);
        }
        return Error{ErrorCode::Usage,
            QStringLiteral("The stream \"%1\" has %2 groups; specify one of them: %3%4.")
                .arg(printable(name.key, 100), QString::number(groups.size()), names.join(QStringLiteral(", ")),
                    qsizetype(groups.size()) > names.size() ? QStringLiteral(" …") : QString())};
    }
    if (groups.empty())
        return noQueue();
    return StreamQueue{specOf(name.key), facts, groups.front()};
}

OverlayKeys StreamInspector::overlayOf(const StreamQueue& queue) const
{
    const QByteArray& key = queue.key();
    const qsizetype open = key.indexOf('{');
    const bool isTagged = open >= 0 && key.indexOf('}', open) > open + 1;
    const QByteArray tagged = isTagged ? key : '{' + key + '}';
    const QByteArray group = StreamQueueName{{}, queue.group.name}.text();
    return {key, OverlayKeys::overlayOf(m_prefix) + tagged + group + "@stream:"};
}

Result<StreamCount> StreamInspector::count(const StreamQueue& queue)
{
    int windows = StreamCounter::everything;
    return m_counter.count(queue.key(), queue.facts, queue.group, m_marksTrims, windows);
}

Result<StreamInspector::Companions> StreamInspector::companions(const StreamSpec& spec, TimePoint now)
{
    Companions found;
    std::vector<Command> pipeline;
    const QByteArray nowScore = number(toMs(now));
    if (!spec.delayed.isEmpty()) {
        pipeline.insert(pipeline.end(),
            {{"ZCOUNT", spec.delayed, "-inf", nowScore}, {"ZCOUNT", spec.delayed, '(' + nowScore, "+inf"},
                {"ZRANGE", spec.delayed, "0", "0", "WITHSCORES"},
                {"ZRANGE", spec.delayed, '(' + nowScore, "+inf", "BYSCORE", "LIMIT", "0", "1", "WITHSCORES"}});
    }
    if (!spec.dead.isEmpty())
        pipeline.push_back({"XLEN", spec.dead});
    if (pipeline.empty())
        return found;
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if ((*replies)[i].isError())
            return errorFromReply((*replies)[i].bytes);
    }
    const auto scoreIn = [](const Reply& reply) {
        return reply.items.size() == 2 ? std::optional(fromMs(qint64(reply.items[1].bytes.toDouble()))) : std::nullopt;
    };
    if (!spec.delayed.isEmpty()) {
        found.delayedDue = (*replies)[0].integer;
        found.delayedLater = (*replies)[1].integer;
        found.oldest = found.delayedDue > 0 ? scoreIn((*replies)[2]) : std::nullopt;
        found.next = scoreIn((*replies)[3]);
    }
    if (!spec.dead.isEmpty())
        found.dead = replies->back().integer;
    return found;
}

Result<> StreamInspector::setOldest(const StreamQueue& queue, QueueInfo& info)
{
    if (queue.facts.length == 0 || queue.group.lastDelivered >= streamId(queue.facts.last))
        return {};
    const auto first = m_walk.window(queue.waiting(), queue.waiting().from, 1, 0);
    if (!first)
        return first.error();
    if (first->entries == 0)
        return {};
    const auto at = streamId(first->last).at();
    if (at && (!info.oldestDue || *at < *info.oldestDue))
        info.oldestDue = at;
    info.oldestUnknown = !at;
    return {};
}

Result<StreamInspector::OwnParts> StreamInspector::readOwn(
    const std::vector<QByteArray>& keys, const std::vector<StreamFacts>& streams)
{
    constexpr std::size_t together = 250;
    OwnParts parts;
    std::vector<std::pair<QByteArray, QByteArray>> groups;
    std::vector<Command> commands;
    const auto send = [&]() -> Result<> {
        const auto replies = commands.empty() ? Result(std::vector<Reply>()) : m_client.pipeline(commands);
        if (!replies)
            return replies.error();
        // A reply is an error if the user isn't allowed to read Dueline's keys for the queue.
        for (std::size_t i = 0; i < groups.size(); ++i)
            parts[groups[i]] = {(*replies)[2 * i].isInteger() ? (*replies)[2 * i].integer : 0,
                OperationStore::newestIn((*replies)[2 * i + 1])};
        groups.clear();
        commands.clear();
        return {};
    };
    for (std::size_t i = 0; i < keys.size(); ++i) {
        for (const StreamGroup& group : streams[i].groups) {
            groups.emplace_back(keys[i], group.name);
            const OverlayKeys own = overlayOf({specOf(keys[i]), {}, group});
            commands.push_back({"ZCARD", own.trash()});
            commands.push_back(OperationStore::newest(own));
            if (commands.size() < together)
                continue;
            if (const auto sent = send(); !sent)
                return sent.error();
        }
    }
    if (const auto sent = send(); !sent)
        return sent.error();
    return parts;
}

Result<QueueInfo> StreamInspector::infoOf(const StreamQueue& queue, const OwnPart& own, TimePoint now, int& windows)
{
    QueueInfo info;
    info.name = StreamQueueName{queue.key(), queue.group.name}.text();
    info.serverNow = now;
    info.states = queue.states();
    const auto count = m_counter.count(queue.key(), queue.facts, queue.group, m_marksTrims, windows);
    if (!count)
        return count.error();
    const auto beside = companions(queue.spec, now);
    if (!beside)
        return beside.error();
    info.counts[TaskState::Due] = count->waiting + beside->delayedDue;
    info.counts[TaskState::Leased] = queue.group.pending;
    info.counts[TaskState::Done] = count->handled;
    info.counts[TaskState::Scheduled] = beside->delayedLater;
    info.counts[TaskState::Failed] = beside->dead;
    info.counts[TaskState::Trash] = own.trash;
    info.lastOperation = own.lastOperation;
    info.oldestDue = beside->oldest;
    info.nextDue = beside->next;
    if (const auto set = setOldest(queue, info); !set)
        return set.error();
    info.isPart = count->isPart;
    if (count->isPart)
        info.note = streamPart;
    return info;
}

/// Chooses the streams to read: the requested queues' streams first, then streams that have never been read, then the
/// others in turn.
std::set<QByteArray> StreamInspector::choose(const std::vector<QByteArray>& keys)
{
    std::set<QByteArray> chosen;
    if (!m_pace || keys.size() <= m_pace->most)
        return {keys.begin(), keys.end()};
    for (const QueueName& queue : m_pace->first) {
        const QByteArray key = StreamQueueName::of(queue).key;
        if (std::binary_search(keys.begin(), keys.end(), key))
            chosen.insert(key);
    }
    for (std::size_t i = 0; i < keys.size() && chosen.size() < m_pace->most; ++i) {
        if (!m_listed.contains(keys[i]))
            chosen.insert(keys[i]);
    }
    const std::size_t turn = std::size_t(std::upper_bound(keys.begin(), keys.end(), m_turn) - keys.begin());
    for (std::size_t i = 0; i < keys.size() && chosen.size() < m_pace->most; ++i) {
        m_turn = keys[(turn + i) % keys.size()];
        chosen.insert(m_turn);
    }
    return chosen;
}

/// Reads a stream's queues. A queue that can't be read is listed with the reason.
Result<std::vector<QueueInfo>> StreamInspector::infosOf(
    const QByteArray& key, const StreamFacts& stream, const OwnParts& own, TimePoint now, int& windows)
{
    std::vector<QueueInfo> infos;
    const auto unreadable = [now](const StreamQueueName& name, const Error& error) {
        QueueInfo info;
        info.name = name.text();
        info.serverNow = now;
        info.unreadable = error.message.toUtf8();
        info.forbidden = error.code == ErrorCode::Permission;
        return info;
    };
    if (const auto error = stream.error(m_spec.key, m_spec.group); error && !m_spec.key.isEmpty())
        infos.push_back(unreadable({m_spec.key, m_spec.group}, *error));
    for (const StreamGroup& group : stream.groups) {
        if (m_spec.group && group.name != *m_spec.group)
            continue;
        const auto part = own.find({key, group.name});
        auto info = infoOf({specOf(key), stream, group}, part == own.end() ? OwnPart() : part->second, now, windows);
        if (!info && endsReading(info.error().code))
            return info.error();
        infos.push_back(info ? *std::move(info) : unreadable({key, group.name}, info.error()));
    }
    return infos;
}

Result<std::vector<QueueInfo>> StreamInspector::queues()
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto keys = m_keys.names();
    if (!keys)
        return keys.error();
    const std::set<QByteArray> chosen = choose(*keys);
    const std::vector<QByteArray> read(chosen.begin(), chosen.end());
    const auto facts = StreamFacts::read(m_client, read);
    if (!facts)
        return facts.error();
    const auto own = readOwn(read, *facts);
    if (!own)
        return own.error();
    // A client that polls continues an unfinished count in the next call; a command such as `duectl queues` can't.
    int windows = m_pace ? StreamCounter::perList : StreamCounter::perCommand;
    if (!m_pace)
        m_counter.countUntil(std::chrono::steady_clock::now() + StreamCounter::longestCommand);
    const auto unlimited = qScopeGuard([this] { m_counter.countUntil({}); });
    for (std::size_t i = 0; i < read.size(); ++i) {
        auto infos = infosOf(read[i], (*facts)[i], *own, *now, windows);
        if (!infos)
            return infos;
        m_listed[read[i]] = *std::move(infos);
    }
    std::erase_if(m_listed,
        [&keys](const auto& listed) { return !std::binary_search(keys->begin(), keys->end(), listed.first); });
    m_waiting = keys->size() - m_listed.size();
    std::vector<QueueInfo> all;
    for (const auto& [key, infos] : m_listed) {
        for (QueueInfo info : infos) {
            if (!chosen.contains(key))
                info.asOf = info.serverNow;
            info.serverNow = *now;
            all.push_back(std::move(info));
        }
    }
    std::sort(all.begin(), all.end(), [](const QueueInfo& a, const QueueInfo& b) { return a.name < b.name; });
    return all;
}

Result<QueueInfo> StreamInspector::queue(const QueueName& queue)
{
    m_clock.forget(); // get the exact time: operations start with this call
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto resolved = resolve(queue);
    if (!resolved) {
        if (resolved.error().code != ErrorCode::WrongType)
            return resolved.error();
        QueueInfo info;
        info.name = queue;
        info.serverNow = *now;
        info.unreadable = resolved.error().message.toUtf8();
        return info;
    }
    const QByteArray& key = resolved->key();
    StreamFacts facts = resolved->facts;
    facts.groups = {resolved->group};
    const auto own = readOwn({key}, {facts});
    if (!own)
        return own.error();
    int windows = StreamCounter::everything;
    return infoOf(*resolved, own->at({key, resolved->group.name}), *now, windows);
}

Result<TaskPage> StreamInspector::page(const PageRequest& request)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto queue = resolve(request.queue);
    if (!queue)
        return queue.error();
    if (request.states.isEmpty() ? request.state == TaskState::Trash : request.states == StateSet{TaskState::Trash})
        return trashPage(*queue, request);
    int windows = windowsPerPage;
    const auto count = m_counter.count(queue->key(), queue->facts, queue->group, m_marksTrims, windows);
    if (!count)
        return count.error();
    const auto beside = companions(queue->spec, *now);
    if (!beside)
        return beside.error();
    StateCounts counts;
    counts[TaskState::Due] = count->waiting + beside->delayedDue;
    counts[TaskState::Leased] = queue->group.pending;
    counts[TaskState::Done] = count->handled;
    counts[TaskState::Scheduled] = beside->delayedLater;
    counts[TaskState::Failed] = beside->dead;
    // With several states, finished tasks come first, then leased, waiting and scheduled ones.
    const StateSet merged = request.states.isEmpty() ? StateSet{request.state} : request.states;
    TaskPage page;
    page.isPart = count->isPart && (merged.contains(TaskState::Due) || merged.contains(TaskState::Done));
    qint64 offset = std::max<qint64>(request.offset, 0);
    qint64 left = std::clamp(request.limit, 0, maxPage);
    for (const TaskState state :
        {TaskState::Done, TaskState::Failed, TaskState::Leased, TaskState::Due, TaskState::Scheduled}) {
        if (!merged.contains(state))
            continue;
        page.total += counts[state];
        // If the count is incomplete, there may be more entries than counted.
        const bool isOpen = page.isPart && !merged.contains(TaskState::Scheduled);
        if (left > 0 && (offset < counts[state] || isOpen)) {
            auto tasks
                = m_places.page(*queue, {state, offset, left, beside->delayedDue, !request.states.isEmpty()}, *now);
            if (!tasks)
                return tasks.error();
            left -= qint64(tasks->size());
            for (StreamTask& task : *tasks)
                page.tasks.push_back(std::move(task.task));
        }
        offset = std::max<qint64>(offset - counts[state], 0);
    }
    return page;
}

Result<TaskPage> StreamInspector::trashPage(const StreamQueue& queue, const PageRequest& request)
{
    StreamTrash trash(m_client, overlayOf(queue));
    const auto count = trash.count();
    if (!count)
        return count.error();
    const auto discards = trash.page(std::max<qint64>(request.offset, 0), std::clamp(request.limit, 0, maxPage));
    if (!discards)
        return discards.error();
    TaskPage page;
    page.total = *count;
    for (const StreamDiscard& discard : *discards)
        page.tasks.push_back(m_places.discardedTask(queue, discard).task);
    return page;
}

Result<std::optional<TimePoint>> StreamInspector::lastDue(const QueueName& queue, StateSet states)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto resolved = resolve(queue);
    if (!resolved)
        return resolved.error();
    std::optional<TimePoint> last;
    const StateSet held = states.intersected(resolved->states());
    if (held.contains(TaskState::Due) && resolved->facts.length > 0
        && streamId(resolved->facts.last) > resolved->group.lastDelivered)
        last = streamId(resolved->facts.last).at().value_or(*now);
    if (held.contains(TaskState::Scheduled) && !resolved->spec.delayed.isEmpty()) {
        const auto latest = m_client.call({"ZRANGE", resolved->spec.delayed, "-1", "-1", "WITHSCORES"});
        if (!latest)
            return latest.error();
        if (latest->items.size() == 2)
            last = std::max(last, std::optional(fromMs(qint64(latest->items[1].bytes.toDouble()))));
    }
    return last;
}

Result<SearchStep> StreamInspector::searchTrash(const StreamQueue& queue, const SearchRequest& request, TimePoint now)
{
    SearchStep step;
    const qint64 from = request.cursor.mid(qstrlen(streamTrashCursor)).toLongLong();
    const qint64 most = std::max(request.examine, 1);
    const auto discards = StreamTrash(m_client, overlayOf(queue)).page(from, most);
    if (!discards)
        return discards.error();
    step.examined = qint64(discards->size());
    if (step.examined == most)
        step.cursor = streamTrashCursor + number(from + most);
    for (const StreamDiscard& discard : *discards) {
        StreamTask task = m_places.discardedTask(queue, discard);
        const bool isTooNew = request.changedBefore && task.task.at > *request.changedBefore;
        if (!isTooNew && request.filter.matches(task.task, task.payload, now, request.queue))
            step.matches.push_back(std::move(task.task));
    }
    return step;
}

Result<std::optional<StreamTask>> StreamInspector::find(
    const StreamQueue& queue, const TaskId& id, StateSet states, TimePoint now)
{
    auto found = m_places.find(queue, id, states, now);
    if (!found || *found || !states.contains(TaskState::Trash))
        return found;
    const auto discard = StreamTrash(m_client, overlayOf(queue)).find(id);
    if (!discard)
        return discard.error();
    return *discard ? std::optional(m_places.discardedTask(queue, **discard)) : std::nullopt;
}

Result<SearchStep> StreamInspector::search(const SearchRequest& request)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto queue = resolve(request.queue);
    if (!queue)
        return queue.error();
    SearchStep step;
    step.cursor = request.cursor;
    const StateSet states = request.filter.states().intersected(request.states);
    if (request.cursor.startsWith(streamTrashCursor) || states == StateSet{TaskState::Trash})
        return searchTrash(*queue, request, *now);
    std::vector<StreamTask> tasks;
    if (const auto id = onlyId(request.filter)) {
        auto found = find(*queue, *id, states, *now);
        if (!found)
            return found.error();
        if (*found)
            tasks.push_back(**std::move(found));
        step.cursor.clear();
    } else {
        auto some = m_places.next(*queue, states, step.cursor, request.examine, *now, idPattern(request.filter));
        if (!some)
            return some.error();
        tasks = *std::move(some);
    }
    if (step.cursor.isEmpty() && states.contains(TaskState::Trash) && !onlyId(request.filter))
        step.cursor = streamTrashCursor + number(qint64(0));
    step.examined = qint64(tasks.size());
    for (StreamTask& each : tasks) {
        const bool isEnded = each.task.state == TaskState::Failed || each.task.state == TaskState::Done;
        const auto& latest = isEnded ? request.changedBefore : request.waitingUntil;
        if (latest && each.task.state != TaskState::Leased && !each.task.untimed && each.task.at > *latest)
            continue;
        if (request.filter.matches(each.task, each.payload, *now, request.queue))
            step.matches.push_back(std::move(each.task));
    }
    return step;
}

Error StreamInspector::noSuchTask(const QueueName& queue, const TaskId& id) const
{
    return {
        ErrorCode::NotFound, QStringLiteral("There is no task \"%1\" in \"%2\".").arg(printable(id), printable(queue))};
}

Result<TaskDetail> StreamInspector::task(const QueueName& queue, const TaskId& id)
{
    return taskIn(queue, id, m_sought);
}

Result<TaskDetail> StreamInspector::taskIn(const QueueName& queue, const TaskId& id, StateSet states)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto resolved = resolve(queue);
    if (!resolved)
        return resolved.error();
    auto found = find(*resolved, id, states, *now);
    if (!found)
        return found.error();
    if (!*found)
        return noSuchTask(queue, id);
    StreamTask& task = **found;
    TaskDetail detail;
    detail.task = std::move(task.task);
    detail.task.preview.clear();
    detail.fence = detail.task.attempt;
    detail.facts = std::move(task.facts);
    detail.stored = std::move(task.stored);
    return detail;
}

Result<QByteArray> StreamInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto resolved = resolve(queue);
    if (!resolved)
        return resolved.error();
    const auto found = find(*resolved, id, m_sought, *now);
    if (!found)
        return found.error();
    if (!*found)
        return noSuchTask(queue, id);
    const QByteArray& payload = (*found)->payload;
    const qint64 first = std::clamp<qint64>(offset, 0, payload.size());
    return length < 0 ? payload.mid(first) : payload.mid(first, length);
}

Result<std::vector<WorkerInfo>> StreamInspector::workers()
{
    m_clock.forget(); // idle times are relative to the exact server time
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto keys = m_keys.names();
    if (!keys)
        return keys.error();
    return StreamWorkers::read(m_client, *keys, m_spec.group, m_spec.idle, *now);
}

Result<std::vector<OperationRecord>> StreamInspector::operations(const QueueName& queue, int limit)
{
    const auto resolved = resolve(queue);
    if (!resolved)
        return resolved.error();
    return OperationStore::list(m_client, overlayOf(*resolved), queue, limit);
}

} // namespace dueline
