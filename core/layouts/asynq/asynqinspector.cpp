// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqinspector.h"

#include "core/base/text.h"
#include "core/layouts/asynq/asynqmessage.h"
#include "core/layouts/asynq/asynqschedules.h"
#include "core/layouts/asynq/asynqwords.h"
#include "core/layouts/asynq/asynqworkers.h"
#include "core/layouts/port/portwords.h"
#include "core/layouts/shared/jobs/jobplaces.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostAsynqQueues = 10'000;
constexpr qint64 archiveNoted = 8'000;
constexpr qint64 longestAsynqFact = 4096;
constexpr Millis asynqDay{std::chrono::hours(24)};
constexpr qint64 asynqKeepsDays = 90;
constexpr Millis plannedFor{10'000};

QByteArray secondsText(qint64 seconds)
{
    return QDateTime::fromSecsSinceEpoch(seconds, QTimeZone::utc()).toUTC().toString(Qt::ISODate).toLatin1();
}

/// Adds asynq's daily counters to the bins that start at midnight.
Result<> addDays(RedisClient& client, const QByteArray& base, std::vector<TimelineBin>& bins, TimePoint now)
{
    if (bins.empty() || bins.front().to - bins.front().from < asynqDay)
        return {};
    const qint64 dayMs = asynqDay.count();
    const TimePoint from = std::max(bins.front().from, now - Millis(asynqKeepsDays * dayMs));
    std::vector<TimePoint> days;
    std::vector<Command> pipeline;
    for (qint64 at = (toMs(from) + dayMs - 1) / dayMs * dayMs; at < toMs(std::min(bins.back().to, now)); at += dayMs) {
        const QByteArray date
            = QDateTime::fromMSecsSinceEpoch(at, QTimeZone::utc()).toString(QStringLiteral("yyyy-MM-dd")).toLatin1();
        days.push_back(fromMs(at));
        pipeline.push_back({"MGET", base + "processed:" + date, base + "failed:" + date});
    }
    if (pipeline.empty())
        return {};
    const auto counts = client.pipeline(pipeline);
    if (!counts)
        return counts.error();
    auto bin = bins.begin();
    for (std::size_t i = 0; i < days.size(); ++i) {
        while (bin != bins.end() && bin->to <= days[i])
            ++bin;
        const std::vector<Reply>& day = (*counts)[i].items;
        if (bin != bins.end() && day.size() == 2) // asynq also counts failed tasks as processed
            bin->counts[TaskState::Done] += std::max<qint64>(day[0].bytes.toLongLong() - day[1].bytes.toLongLong(), 0);
    }
    return {};
}

} // namespace

AsynqInspector::AsynqInspector(
    RedisClient& client, RedisClock& clock, const QByteArray& ours, std::unique_ptr<UnlistedQueues> unlisted)
    : FrameworkInspector(client, clock)
    , m_ours(ours)
    , m_unlisted(std::move(unlisted))
{ }

Result<std::vector<QueueName>> AsynqInspector::names()
{
    auto listed = client().membersOf("asynq:queues", mostAsynqQueues);
    if (!listed)
        return listed;
    std::vector<QueueName> names = *std::move(listed);
    std::erase(names, QueueName());
    const auto unlisted = m_unlisted->names();
    if (!unlisted)
        return unlisted.error();
    names.insert(names.end(), unlisted->begin(), unlisted->end());
    readPlanned();
    names.insert(names.end(), m_planned.begin(), m_planned.end());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

void AsynqInspector::readPlanned()
{
    if (!m_plannedUntil.hasExpired())
        return;
    // Ignore errors here: they are reported when recurring tasks are listed.
    auto planned = AsynqSchedules::queues(client());
    m_planned = planned ? *std::move(planned) : std::vector<QueueName>();
    m_plannedUntil = QDeadlineTimer(plannedFor);
}

Result<> AsynqInspector::prepare(const std::vector<QueueName>& queues)
{
    readPlanned();
    return readGroups(queues);
}

void AsynqInspector::forget()
{
    m_unlisted->forget();
    m_groups.clear();
    m_plannedUntil = QDeadlineTimer();
}

Result<> AsynqInspector::readGroups(const std::vector<QueueName>& queues)
{
    constexpr std::size_t together = 500;
    for (std::size_t from = 0; from < queues.size(); from += together) {
        const std::size_t until = std::min(queues.size(), from + together);
        std::vector<Command> pipeline;
        for (std::size_t i = from; i < until; ++i)
            pipeline.push_back(
                {"SSCAN", AsynqKeys::base(queues[i]) + "groups", "0", "COUNT", QByteArray::number(mostGroups)});
        const auto replies = client().pipeline(pipeline);
        if (!replies)
            return replies.error();
        for (std::size_t i = from; i < until; ++i) {
            std::vector<QByteArray> groups;
            const std::vector<Reply>& page = (*replies)[i - from].items;
            for (std::size_t at = 0; page.size() == 2 && at < page[1].items.size() && at < mostGroups; ++at)
                groups.push_back(page[1].items[at].bytes);
            const auto unlisted = m_unlisted->parts(queues[i]);
            groups.insert(groups.end(), unlisted.begin(), unlisted.end());
            std::sort(groups.begin(), groups.end());
            groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
            m_groups[queues[i]] = std::move(groups);
        }
    }
    return {};
}

std::vector<TaskSource> AsynqInspector::sourcesOf(const QueueName& queue) const
{
    const auto groups = m_groups.find(queue);
    return asynqSources(m_ours, queue, groups == m_groups.end() ? std::vector<QByteArray>() : groups->second);
}

Result<TaskPage> AsynqInspector::page(const PageRequest& request)
{
    const auto read = readGroups({request.queue});
    return read ? FrameworkInspector::page(request) : read.error();
}

Result<std::optional<TimePoint>> AsynqInspector::lastDue(const QueueName& queue, StateSet states)
{
    const auto read = readGroups({queue});
    return read ? FrameworkInspector::lastDue(queue, states) : read.error();
}

Result<SearchStep> AsynqInspector::search(const SearchRequest& request)
{
    // A search cursor identifies sources by index, so the sources must not change during a search.
    if (request.cursor.isEmpty()) {
        if (const auto read = readGroups({request.queue}); !read)
            return read.error();
    }
    auto step = FrameworkInspector::search(request);
    if (step && request.changedBefore) { // a completed task's score isn't its completion time
        std::erase_if(step->matches,
            [&](const Task& task) { return task.state == TaskState::Done && task.at > *request.changedBefore; });
    }
    return step;
}

Result<std::vector<TimelineBin>> AsynqInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    if (const auto read = readGroups({queue}); !read)
        return read.error();
    return FrameworkInspector::timeline(queue, from, to, bins);
}

Result<> AsynqInspector::completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now)
{
    for (TimelineBin& bin : bins)
        bin.counts[TaskState::Done] = 0; // The base class counts all completed tasks at the current time.
    return addDays(client(), AsynqKeys::base(queue), bins, now);
}

void AsynqInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    const OverlayKeys keys = AsynqKeys::beside(m_ours, queue);
    pipeline.push_back({"SISMEMBER", "asynq:queues", queue});
    // Use separate commands: a user may have access to only one of these keys.
    pipeline.push_back({"EXISTS", keys.operations(), keys.trash()});
    pipeline.push_back(AsynqKeys::countHolders(queue));
    pipeline.push_back({"EXISTS", keys.base + "paused"});
    Command groups{"EXISTS"};
    for (const QByteArray& group : m_unlisted->parts(queue))
        groups.push_back(AsynqKeys::group(queue, group));
    pipeline.push_back(groups.size() > 1 ? std::move(groups) : Command{"EXISTS", keys.base + "groups"});
    pipeline.push_back({"GET", keys.base + "processed"});
}

std::size_t AsynqInspector::overviewCommands() const { return 6; }

bool AsynqInspector::isThere(const QueueInfo& info, std::span<const Reply> replies) const
{
    return std::binary_search(m_planned.begin(), m_planned.end(), info.name)
        || std::any_of(replies.begin(), replies.end(),
            [&replies](const Reply& reply) { return &reply != &replies[3] && reply.isInteger() && reply.integer > 0; });
}

Result<> AsynqInspector::readOverview(QueueInfo& info, std::span<const Reply> replies) const
{
    info.everRun = integerIn(replies[5]);
    info.paused = replies[3].isInteger() && replies[3].integer > 0;
    const bool isUnlisted = replies[0].isInteger() && replies[0].integer == 0;
    if (isUnlisted && replies[2].isInteger() && replies[2].integer > 0)
        info.note = asynqwords::queueIsUnlisted();
    const std::size_t groups = m_unlisted->parts(info.name).size();
    if (groups > 0 && replies[4].isInteger() && replies[4].integer > 0) {
        info.note = asynqwords::groupsAreUnlisted(info.name, qint64(groups));
    }
    return {};
}

Result<> AsynqInspector::settle(std::vector<QueueInfo>& infos)
{
    for (QueueInfo& info : infos) {
        const qint64 archived = info.counts[TaskState::Failed];
        const auto groups = m_groups.find(info.name);
        if (archived >= archiveNoted)
            info.note = asynqwords::archiveIsAlmostFull(archived);
        else if (groups != m_groups.end() && groups->second.size() >= mostGroups)
            info.note = asynqwords::groupsAreCut(qint64(mostGroups));
    }
    return {};
}

QByteArray AsynqInspector::hashOf(const QueueName& queue, const TaskId& id, TaskState state) const
{
    return state == TaskState::Trash ? AsynqKeys::beside(m_ours, queue).trashed(id) : AsynqKeys::task(queue, id);
}

Command AsynqInspector::dueFieldsOf(const QueueName& queue, const QByteArray& member) const
{
    return {"HMGET", AsynqKeys::task(queue, member), "pending_since", "state"};
}

DueSince AsynqInspector::dueSince(const QByteArray&, const Reply& fields) const
{
    if (fields.items.size() != 2)
        return {};
    constexpr qint64 nanoseconds = 1'000'000; // per millisecond
    const qint64 since = fields.items[0].bytes.toLongLong() / nanoseconds;
    return {!fields.items[0].isBytes() && !fields.items[1].isBytes(),
        since > 0 ? std::optional(fromMs(since)) : std::nullopt};
}

Result<std::vector<FoundTask>> AsynqInspector::tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
    const std::vector<SourceEntry>& entries, bool withPayload)
{
    std::vector<FoundTask> found;
    if (entries.empty())
        return found;
    const auto now = this->now();
    if (!now)
        return now.error();
    std::map<TaskId, QByteArray> holders;
    const bool hasActive = std::any_of(
        entries.begin(), entries.end(), [](const SourceEntry& entry) { return entry.state == TaskState::Leased; });
    if (hasActive) {
        auto read = AsynqWorkers::holders(client(), *now);
        if (!read && !isRefusal(read.error().code))
            return read.error();
        if (read)
            holders = *std::move(read);
    }
    std::vector<Command> pipeline;
    for (const SourceEntry& entry : entries)
        pipeline.push_back({"HSTRLEN", hashOf(queue, entry.member, entry.state), "msg"});
    const auto sizes = client().pipeline(pipeline);
    if (!sizes)
        return sizes.error();
    for (std::size_t from = 0; from < entries.size();) {
        pipeline.clear();
        qint64 bytes = 0;
        std::size_t until = from;
        for (; until < entries.size() && (until == from || bytes < payloadsPerRead); ++until) {
            const qint64 size = (*sizes)[until].integer;
            const bool isRead = size <= (withPayload ? longestRead : longMessage);
            pipeline.push_back(
                {"HGET", hashOf(queue, entries[until].member, entries[until].state), isRead ? "msg" : ""});
            bytes += isRead ? size : 0;
        }
        const auto replies = client().pipeline(pipeline);
        if (!replies)
            return replies.error();
        for (std::size_t i = from; i < until; ++i) {
            const Reply& reply = (*replies)[i - from];
            const bool isText = reply.isBytes() && !reply.isError();
            const auto message = isText ? AsynqMessage::read(reply.bytes) : std::nullopt;
            FoundTask each;
            each.task = message.value_or(AsynqMessage()).task(sources[entries[i].source], entries[i]);
            each.task.size = (*sizes)[i].integer;
            each.isUnread = each.task.size > longestRead;
            if (message) {
                each.payload = message->payload;
                each.task.size = message->payload.size();
                if (message->payload.size() <= Task::previewedPayload)
                    each.task.preview = message->payload.left(Task::previewBytes);
            } else {
                each.payload = isText ? reply.bytes : QByteArray(); // the same bytes that payload() returns
                each.task.attempt = each.task.maxAttempts = 0;
                each.task.error = reply.isError()  ? errorFromReply(reply.bytes).message.toUtf8()
                    : isText                       ? asynqwords::noMessage()
                    : each.isUnread                ? tooLong(asynqwords::itsMessage(), each.task.size).message.toUtf8()
                    : each.task.size > longMessage ? asynqwords::messageIsLong(formatBytes(each.task.size))
                                                   : asynqwords::taskIsGone();
            }
            if (entries[i].state == TaskState::Leased) {
                if (const auto holder = holders.find(each.task.id); holder != holders.end())
                    each.task.worker = holder->second;
                if (entries[i].at < *now)
                    each.task.nativeState = "lease over";
            }
            found.push_back(std::move(each));
        }
        from = until;
    }
    return found;
}

Error AsynqInspector::noSuchTask(const QueueName& queue, const TaskId& id) const
{
    return {ErrorCode::NotFound, portwords::noTask(printable(id), printable(queue))};
}

Result<std::optional<SourceEntry>> AsynqInspector::placeOf(const QueueName& queue, const TaskId& id, TimePoint now)
{
    if (const auto read = readGroups({queue}); !read)
        return read.error();
    const JobPlaces::Job job{sourcesOf(queue), AsynqKeys::task(queue, id), id, m_seeksTrash};
    const auto places = JobPlaces::find(client(), {&job, 1}, now);
    return places ? places->front() : places.error();
}

Result<TaskDetail> AsynqInspector::task(const QueueName& queue, const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto place = placeOf(queue, id, *now);
    if (!place)
        return place.error();
    if (!*place)
        return noSuchTask(queue, id);
    const auto found = tasksAt(queue, sourcesOf(queue), {**place}, true);
    if (!found)
        return found.error();
    TaskDetail detail;
    detail.task = found->front().task;
    detail.task.preview.clear();
    detail.options.maxAttempts = detail.task.maxAttempts;
    detail.fence = detail.task.attempt;
    const auto hash = client().call({"HMGET", hashOf(queue, id, detail.task.state),
        found->front().isUnread ? "" : "msg", "state", "pending_since", "result", "dueline:set", "dueline:score"});
    if (!hash)
        return hash.error();
    if (hash->items.size() != 6)
        return detail;
    const auto tell = [&detail](const char* name, const QByteArray& value) {
        if (!value.isEmpty())
            detail.facts.push_back({name, value.left(longestAsynqFact)});
    };
    detail.stored = hash->items[0].bytes;
    const AsynqMessage message = AsynqMessage::read(hash->items[0].bytes).value_or(AsynqMessage());
    if (message.lastFailedAt > 0) {
        Attempt attempt;
        attempt.number = std::max(detail.task.attempt - (detail.task.state == TaskState::Leased ? 1 : 0), 1);
        attempt.startedAt = attempt.endedAt = fromMs(message.lastFailedAt * 1000);
        attempt.outcome = detail.task.state == TaskState::Failed ? "failed" : "retry";
        attempt.error = message.error;
        detail.attempts.push_back(std::move(attempt));
    }
    if (hash->items[3].isBytes())
        detail.result = hash->items[3].bytes;
    tell("state", hash->items[1].bytes);
    if (const qint64 since = hash->items[2].bytes.toLongLong(); since > 0)
        tell("pending since", secondsText(since / 1'000'000'000));
    tell("timeout, s", message.timeout > 0 ? number(message.timeout) : QByteArray());
    tell("deadline", message.deadline > 0 ? secondsText(message.deadline) : QByteArray());
    tell("unique key", message.uniqueKey);
    tell("kept when completed, s", message.retention > 0 ? number(message.retention) : QByteArray());
    tell("group", message.group);
    for (const auto& [name, value] : message.headers)
        tell("header", name + ": " + value);
    for (const QByteArray& field : message.unknown)
        tell("unknown field", field);
    if (detail.task.state == TaskState::Failed)
        tell("kept", asynqwords::keptInArchive());
    for (const TaskSource& source : sourcesOf(queue)) {
        const QByteArray set = AsynqKeys::base(queue) + hash->items[4].bytes;
        if (detail.task.state != TaskState::Trash || source.key != set)
            continue;
        TaskPlace back{source.state, source.isDated() ? source.instantOf(hash->items[5].bytes.toDouble()) : *now};
        if (source.whenDue && back.at <= *now)
            back.state = *source.whenDue;
        detail.restoresTo = back;
    }
    return detail;
}

Result<QByteArray> AsynqInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const QByteArray hash = AsynqKeys::task(queue, id);
    const QByteArray trashed = AsynqKeys::beside(m_ours, queue).trashed(id);
    const auto sizes = client().pipeline({{"HSTRLEN", hash, "msg"}, {"HSTRLEN", trashed, "msg"}});
    if (!sizes)
        return sizes.error();
    const bool isThere = sizes->front().integer > 0 && !(m_seeksTrash && sizes->back().integer > 0);
    const qint64 size = isThere ? sizes->front().integer : sizes->back().integer;
    if (size > longestRead)
        return tooLong(asynqwords::messageOf(printable(id)), size);
    const auto replies = client().pipeline(
        // Read only one of these two fields, by using an empty field name in the other command.
        {{"HGET", hash, isThere || sizes->back().integer == 0 ? "msg" : ""}, {"HGET", trashed, isThere ? "" : "msg"}});
    if (!replies)
        return replies.error();
    const Reply& msg = replies->front().isBytes() || replies->front().isError() ? replies->front() : replies->back();
    if (msg.isError())
        return errorFromReply(msg.bytes);
    if (!msg.isBytes()) { // the task is lost, even if its id is still listed
        const auto now = this->now();
        const auto place = now ? placeOf(queue, id, *now) : now.error();
        if (!place)
            return place.error();
        return *place ? Result(QByteArray()) : noSuchTask(queue, id);
    }
    const auto message = AsynqMessage::read(msg.bytes);
    const QByteArray& bytes = message ? message->payload : msg.bytes;
    const qint64 first = std::clamp<qint64>(offset, 0, bytes.size());
    return length < 0 ? bytes.mid(first) : bytes.mid(first, length);
}

Result<std::vector<WorkerInfo>> AsynqInspector::workers()
{
    const auto now = this->now();
    return now ? AsynqWorkers::read(client(), *now) : now.error();
}

Result<std::vector<OperationRecord>> AsynqInspector::operations(const QueueName& queue, int limit)
{
    return OperationStore::list(client(), AsynqKeys::beside(m_ours, queue), queue, limit);
}

} // namespace dueline
