// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celeryinspector.h"

#include "core/base/text.h"
#include "core/layouts/celery/celerymessage.h"
#include "core/layouts/celery/celerysources.h"
#include "core/layouts/celery/celerywords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int takenPerLook = 500;
constexpr qint64 messagesPerRead = 250;
constexpr qsizetype bytesOfTimeline = 16 * 1024 * 1024; ///< maximum number of bytes to read from each list

/// Returns the task id that a filter requires; empty if there is none.
QByteArray askedId(const TaskFilter& filter)
{
    const TaskFilter wanted = filter.wanted({TaskFilter::Term::Field::Id});
    const bool isOne = wanted.terms().size() == 1 && !wanted.terms().front().text.contains('*');
    return isOne ? wanted.terms().front().text : QByteArray();
}

} // namespace

CeleryInspector::CeleryInspector(RedisClient& client, RedisClock& clock, const CelerySpec& spec, const QByteArray& ours)
    : MemberInspector(client, clock)
    , m_spec(spec)
    , m_ours(ours)
    , m_lists(std::make_shared<CeleryLists>(client, spec))
    , m_exchanges(client, spec, m_lists, [this](const QByteArray& key) { meetBeside(key); })
{ }

void CeleryInspector::forget()
{
    MemberInspector::forget();
    m_exchanges.forget();
    m_lists->forget();
}

OverlayKeys CeleryInspector::keysOf(const QueueName& queue) const { return celeryKeys(m_spec, m_ours, queue); }

QByteArray CeleryInspector::shownName(const QueueName& queue) const
{
    return queue.isEmpty() ? m_spec.sharedPlace() : queue;
}

std::vector<TaskSource> CeleryInspector::sourcesOf(const QueueName& queue) const
{
    return celerySources(m_spec, m_ours, queue, *m_lists);
}

Result<> CeleryInspector::prepare(const std::vector<QueueName>& queues)
{
    std::vector<QueueName> own;
    std::copy_if(queues.begin(), queues.end(), std::back_inserter(own),
        [this](const QueueName& queue) { return !isShared(queue); });
    if (own.empty())
        return {};
    if (const auto looked = m_lists->look(own); !looked || m_lists->knowsSeparator() || m_exchanges.isRead())
        return looked;
    if (const auto named = names(); !named) // the queue may be bound to an exchange that hasn't been found yet
        return named.error();
    return m_lists->look(own);
}

Result<TaskPage> CeleryInspector::page(const PageRequest& request)
{
    const auto looked = lookAtLists(request.queue);
    return looked ? MemberInspector::page(request) : looked.error();
}

Result<std::optional<TimePoint>> CeleryInspector::lastDue(const QueueName& queue, StateSet states)
{
    const auto looked = lookAtLists(queue);
    return looked ? MemberInspector::lastDue(queue, states) : looked.error();
}

Result<std::vector<TimelineBin>> CeleryInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    const auto looked = lookAtLists(queue);
    return looked ? MemberInspector::timeline(queue, from, to, bins) : looked.error();
}

Result<std::vector<QueueName>> CeleryInspector::names()
{
    if (const auto read = m_exchanges.read(m_found ? std::optional(m_found->names(*m_layout)) : std::nullopt); !read)
        return read.error();
    std::set<QueueName> names = m_exchanges.queues();
    std::erase_if(names, [this, all = names](const QueueName& name) {
        const auto queue = m_lists->queueOfPriority(name);
        return queue && all.contains(*queue);
    });
    bool hasTaken = !m_exchanges.isEmpty();
    if (!hasTaken) {
        const auto taken = client().pipeline({{"EXISTS", m_spec.key("unacked_index")}});
        if (!taken)
            return taken.error();
        hasTaken = taken->front().isInteger() && taken->front().integer > 0;
    }
    if (hasTaken)
        names.insert(m_spec.sharedPlace());
    return std::vector<QueueName>(names.begin(), names.end());
}

/// Appends commands that check whether the queue exists, that is, whether it is bound or has messages.
void CeleryInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    const OverlayKeys keys = keysOf(queue);
    Command lists{"EXISTS"};
    for (QByteArray& list : m_lists->of(queue))
        lists.push_back(std::move(list));
    pipeline.push_back(std::move(lists));
    pipeline.push_back({"EXISTS", m_spec.key(CelerySpec::binding + queue)});
    // Use separate commands: a user may have access to only one of these keys.
    pipeline.push_back({"EXISTS", keys.operations(), keys.trash()});
}

std::size_t CeleryInspector::overviewCommands() const { return 3; }

bool CeleryInspector::isThere(const QueueInfo& info, std::span<const Reply> replies) const
{
    if (isShared(info.name)) // the shared pseudo-queue exists on every broker
        return true;
    if (std::any_of(
            replies.begin(), replies.end(), [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; }))
        return true;
    return m_exchanges.binds(info.name);
}

Result<> CeleryInspector::readOverview(QueueInfo&, std::span<const Reply>) const { return {}; }

Result<> CeleryInspector::settle(std::vector<QueueInfo>& infos)
{
    for (QueueInfo& info : infos) {
        info.unseenWorkers = true;
        if (isShared(info.name)) {
            info.states = {TaskState::Leased};
            info.elsewhere = celerywords::sharedPlaceIsPartial();
        } else {
            info.states = {TaskState::Due, TaskState::Trash};
            info.elsewhere = celerywords::othersAreIn(m_spec.sharedPlace());
        }
    }
    return {};
}

/// Returns the queue that kombu returns a message to if its worker dies; empty if the exchange is unknown or has more
/// than one queue.
QueueName CeleryInspector::queueOf(const CeleryMessage& message) const
{
    if (message.exchange.isEmpty() || message.exchange == message.route)
        return message.route;
    return m_exchanges.onlyQueueOf(message.exchange);
}

/// Returns the `eta`, the only time in a message. No worker starts the task before then.
DueSince CeleryInspector::dueSince(const QByteArray& member, const Reply&) const
{
    return {false, CeleryMessage::read(member).eta};
}

FoundTask CeleryInspector::taskOf(const TaskSource& source, const SourceEntry& entry, TimePoint now)
{
    const CeleryMessage message = source.state == TaskState::Leased ? CeleryMessage::readTaken(entry.member)
                                                                    : CeleryMessage::read(entry.member);
    FoundTask found;
    found.task = message.task(source, entry, now);
    MemberNames::name(found.task, message.id, entry.member);
    if (source.state == TaskState::Leased)
        found.task.ownQueue = queueOf(message);
    found.payload = message.payload;
    return found;
}

Result<std::vector<CeleryInspector::Taken>> CeleryInspector::taken(const std::vector<SourceEntry>& entries)
{
    std::vector<Taken> messages(entries.size());
    std::vector<Command> lengths;
    for (const SourceEntry& entry : entries)
        lengths.push_back({"HSTRLEN", m_spec.key("unacked"), entry.member});
    if (lengths.empty())
        return messages;
    const auto sizes = client().pipeline(lengths);
    if (!sizes)
        return sizes.error();
    for (std::size_t first = 0, last = 0; first < entries.size(); first = last) {
        std::vector<Command> reads;
        for (qint64 bytes = 0; last < entries.size() && (last == first || bytes < payloadsPerRead); ++last) {
            const qint64 size = (*sizes)[last].integer;
            messages[last].unread = size > longestRead ? size : 0;
            bytes += size;
            reads.push_back({"HGET", m_spec.key("unacked"), messages[last].unread > 0 ? "" : entries[last].member});
        }
        const auto values = client().pipeline(reads);
        if (!values)
            return values.error();
        for (std::size_t i = first; i < last; ++i) {
            const Reply& value = (*values)[i - first];
            if (value.isError())
                return errorFromReply(value.bytes);
            messages[i].bytes = value.isBytes() ? value.bytes : QByteArray();
        }
    }
    return messages;
}

Result<std::vector<FoundTask>> CeleryInspector::tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
    const std::vector<SourceEntry>& entries, bool withPayload)
{
    if (!isShared(queue))
        return MemberInspector::tasksAt(queue, sources, entries, withPayload);
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto messages = taken(entries);
    if (!messages)
        return messages.error();
    std::vector<FoundTask> found;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Taken& taken = (*messages)[i];
        SourceEntry entry = entries[i];
        if (taken.unread > 0) {
            FoundTask unread
                = taskOf(sources[entry.source], {entry.source, entry.state, {}, entry.score, entry.at}, *now);
            unread.task.id = entry.member;
            unread.task.exact.clear();
            unread.task.size = taken.unread;
            unread.task.error = tooLong(celerywords::itsMessage(), taken.unread).message.toUtf8();
            unread.isUnread = true;
            found.push_back(std::move(unread));
        }
        if (taken.bytes.isEmpty())
            continue;
        entry.member = taken.bytes;
        found.push_back(taskOf(sources[entry.source], entry, *now));
    }
    distinguish(found);
    return found;
}

/// Searches the lists. If the filter requires a task id, also reads that task's result: once a task has ended, it is in
/// no list.
Result<SearchStep> CeleryInspector::search(const SearchRequest& request)
{
    if (const auto looked = lookAtLists(request.queue); !looked)
        return looked.error();
    auto step = MemberInspector::search(request);
    const TaskId id = askedId(request.filter);
    if (!step || id.isEmpty() || !isShared(request.queue) || !request.cursor.isEmpty())
        return step;
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto result = CeleryResult::of(client(), m_spec, id);
    if (!result)
        return result.error();
    if (!*result)
        return step;
    Task task = (*result)->task(id, *now);
    task.ownQueue = (*result)->queue();
    const bool isWanted = request.filter.states().intersected(request.states).contains(task.state)
        && (!request.changedBefore || task.at < *request.changedBefore);
    if (isWanted && task.state != TaskState::Leased
        && request.filter.matches(task, (*result)->payload, *now, request.queue)) {
        step->matches.push_back(task);
        ++step->examined;
    }
    return step;
}

/// Counts the messages in each list. The newest messages are counted at their due times, if they have any, and all
/// others at the current time.
Result<> CeleryInspector::completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now)
{
    if (isShared(queue))
        return {};
    TimelineBin* nowBin = binAt(bins, now);
    for (const QByteArray& list : m_lists->of(queue)) {
        qsizetype bytes = 0;
        for (qint64 first = 0; first < timedOfEach && bytes < bytesOfTimeline; first += messagesPerRead) {
            const auto page = client().call({"LRANGE", list, number(first), number(first + messagesPerRead - 1)});
            if (!page)
                return page.error();
            for (const Reply& message : page->items) {
                bytes += message.bytes.size();
                const auto eta = CeleryMessage::read(message.bytes).eta;
                if (!eta)
                    continue;
                if (nowBin && nowBin->counts[TaskState::Due] > 0)
                    --nowBin->counts[TaskState::Due];
                if (TimelineBin* bin = binAt(bins, *eta))
                    ++bin->counts[TaskState::Due];
            }
            if (qint64(page->items.size()) < messagesPerRead)
                break;
        }
    }
    return {};
}

Result<CeleryInspector::FoundMember> CeleryInspector::findTaken(const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    KeyReader reader(client(), sourcesOf({}));
    const auto counts = reader.counts(*now);
    if (!counts)
        return counts.error();
    SharedId shared(id);
    bool isCut = true;
    for (qint64 offset = 0; offset < mostLookedThrough; offset += takenPerLook) {
        const auto page = reader.page(*counts, TaskState::Leased, offset, takenPerLook);
        if (!page)
            return page.error();
        const auto messages = taken(page->entries);
        if (!messages)
            return messages.error();
        for (std::size_t i = 0; i < page->entries.size(); ++i) {
            if ((*messages)[i].unread > 0 && page->entries[i].member == id)
                return tooLong(celerywords::messageOf(printable(id)), (*messages)[i].unread);
            if ((*messages)[i].bytes.isEmpty())
                continue;
            SourceEntry entry = page->entries[i];
            entry.member = (*messages)[i].bytes;
            FoundMember found{taskOf(reader.sources().front(), entry, *now), entry.member};
            if (shared.meet(found) == MemberNames::Match::Exact)
                return found;
        }
        isCut = !page->entries.empty() && offset + takenPerLook < page->total;
        if (!isCut)
            break;
    }
    auto found = shared.found(m_spec.sharedPlace(), isCut);
    if (!found)
        return found.error();
    if (*found) {
        (*found)->found.task.id = id;
        return **std::move(found);
    }
    return notFound({}, id, isCut);
}

Result<QByteArray> CeleryInspector::takenId(const TaskId& id)
{
    const auto found = findTaken(id);
    if (!found)
        return found.error().code == ErrorCode::NotFound ? Result<QByteArray>(QByteArray()) : found.error();
    const QByteArray own = CeleryMessage::readTaken(found->member).id;
    const auto same = takenOf(own);
    if (!same)
        return same.error();
    if (*same > 1) {
        return Error{ErrorCode::Refused, celerywords::idIsHeldTwice(QString::number(*same), printable(own, 80))};
    }
    return own;
}

Result<int> CeleryInspector::takenOf(const QByteArray& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    KeyReader reader(client(), sourcesOf({}));
    const auto counts = reader.counts(*now);
    if (!counts)
        return counts.error();
    int messagesOfId = 0;
    for (qint64 offset = 0; offset < mostLookedThrough; offset += takenPerLook) {
        const auto page = reader.page(*counts, TaskState::Leased, offset, takenPerLook);
        if (!page)
            return page.error();
        const auto messages = taken(page->entries);
        if (!messages)
            return messages.error();
        for (const Taken& message : *messages)
            messagesOfId += !message.bytes.isEmpty() && CeleryMessage::readTaken(message.bytes).id == id ? 1 : 0;
        if (page->entries.empty() || offset + takenPerLook >= page->total)
            break;
    }
    return messagesOfId;
}

Result<CeleryInspector::FoundMember> CeleryInspector::find(const QueueName& queue, const TaskId& id)
{
    if (isShared(queue))
        return findTaken(id);
    const auto looked = lookAtLists(queue);
    return looked ? findMember(queue, id) : looked.error();
}

Result<CeleryResult> CeleryInspector::resultIn(const QueueName& queue, const TaskId& id, const Error& notFound)
{
    if (notFound.code != ErrorCode::NotFound)
        return notFound;
    // an id with a digest identifies a message, which no longer exists once there is a result
    const bool isExact = !MemberNames::digestIn(id).isEmpty();
    auto result = CeleryResult::of(client(), m_spec, isExact ? id.left(id.lastIndexOf('~')) : id);
    if (!result)
        return result.error();
    if (!*result)
        return notFound;
    if (isShared(queue) || (*result)->queue() == queue)
        return **std::move(result);
    return Error{
        ErrorCode::NotFound, celerywords::resultIsElsewhere(notFound.message, printable(m_spec.sharedPlace()))};
}

Result<TaskDetail> CeleryInspector::task(const QueueName& queue, const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    auto member = find(queue, id);
    if (!member) {
        const auto kept = resultIn(queue, id, member.error());
        if (!kept)
            return kept.error();
        TaskDetail detail = kept->detail(id, *now);
        if (isShared(queue))
            detail.task.ownQueue = kept->queue();
        return detail;
    }
    const bool isTaken = isShared(queue);
    const CeleryMessage message
        = isTaken ? CeleryMessage::readTaken(member->member) : CeleryMessage::read(member->member);
    const auto result = CeleryResult::of(client(), m_spec, message.id.isEmpty() ? id : message.id);
    if (!result)
        return result.error();
    TaskDetail detail;
    detail.task = std::move(member->found.task);
    detail.task.preview.clear();
    detail.options.expiresAt = message.expires;
    detail.fence = detail.task.attempt;
    detail.facts = message.facts(member->member);
    detail.stored = member->member;
    if (const auto told = m_revoked->find(message.id); isTaken && told != m_revoked->end())
        detail.facts.insert(detail.facts.begin(), {"cancelled", told->second});
    if (*result) {
        const auto further = (*result)->facts();
        detail.facts.insert(detail.facts.begin(), further.begin(), further.end());
    }
    if (detail.task.state == TaskState::Trash)
        detail.restoresTo = TaskPlace{TaskState::Due, message.eta.value_or(*now)};
    return detail;
}

Result<QByteArray> CeleryInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    QByteArray bytes;
    if (const auto member = find(queue, id)) {
        bytes = member->found.payload;
    } else {
        const auto kept = resultIn(queue, id, member.error());
        if (!kept)
            return kept.error();
        bytes = kept->payload;
    }
    const qint64 first = std::clamp<qint64>(offset, 0, bytes.size());
    return length < 0 ? bytes.mid(first) : bytes.mid(first, length);
}

Result<std::vector<OperationRecord>> CeleryInspector::operations(const QueueName& queue, int limit)
{
    return OperationStore::list(client(), keysOf(queue), queue, limit);
}

} // namespace dueline
