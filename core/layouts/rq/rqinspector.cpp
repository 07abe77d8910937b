// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqinspector.h"

#include "core/base/text.h"
#include "core/layouts/rq/rqdependencies.h"
#include "core/layouts/rq/rqjob.h"
#include "core/layouts/rq/rqwords.h"
#include "core/layouts/rq/rqworkers.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/redis/errorclass.h"

#include <algorithm>
#include <map>
#include <utility>

namespace dueline {

namespace {

constexpr std::size_t mostRqQueues = 10'000;
// replies per job: its fields; the sizes of data, description and exc_info; the number of its results and their memory
// usage
constexpr std::size_t repliesPerRqJob = 6;
constexpr qint64 rqEndedPerRead = 1'000;
constexpr std::chrono::seconds rqVersionBelieved{30};
constexpr std::chrono::seconds rqSchedulesBelieved{30};

QByteArray bytesOfReply(const Reply& reply) { return reply.isBytes() && !reply.isError() ? reply.bytes : QByteArray(); }

} // namespace

RqInspector::RqInspector(
    RedisClient& client, RedisClock& clock, const QByteArray& ours, std::unique_ptr<UnlistedQueues> unlisted)
    : FrameworkInspector(client, clock)
    , m_ours(ours)
    , m_notes(client)
    , m_schedules(client)
    , m_unlisted(std::move(unlisted))
{ }

Result<std::vector<QueueName>> RqInspector::names()
{
    const auto listed = client().membersOf("rq:queues", mostRqQueues);
    if (!listed)
        return listed.error();
    std::vector<QueueName> names{RqKeys::sharedPlace()};
    for (const QByteArray& key : *listed) {
        if (key.startsWith(RqKeys::queueKeys) && key.size() > RqKeys::queueKeys.size())
            names.push_back(key.mid(RqKeys::queueKeys.size()));
    }
    const auto unlisted = m_unlisted->names();
    if (!unlisted)
        return unlisted.error();
    names.insert(names.end(), unlisted->begin(), unlisted->end());
    m_hasUnlisted = !unlisted->empty();
    if (const auto prepared = prepare({}); !prepared)
        return prepared.error();
    names.insert(names.end(), m_scheduled.begin(), m_scheduled.end());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

/// Reads the names of the queues that receive recurring tasks. If the user isn't allowed to read the schedules, or
/// their key belongs to another program, lists only the queues that RQ itself has registered.
Result<> RqInspector::prepare(const std::vector<QueueName>&)
{
    const auto now = std::chrono::steady_clock::now();
    if (m_askedSchedules && now - *m_askedSchedules <= rqSchedulesBelieved)
        return {};
    auto queues = m_schedules.queues();
    if (!queues && queues.error().code != ErrorCode::Permission && queues.error().code != ErrorCode::WrongType)
        return queues.error();
    m_scheduled = queues ? *std::move(queues) : std::set<QueueName>();
    m_askedSchedules = now;
    return {};
}

/// Appends commands that show whether the queue exists. A queue exists once a job has been pushed to it or scheduled
/// for it; the shared pseudo-queue exists if any queue does.
void RqInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    const OverlayKeys keys = RqKeys::beside(m_ours, queue);
    if (RqKeys::isShared(queue)) {
        pipeline.push_back({"EXISTS", "rq:queues", "rq:workers"});
    } else {
        pipeline.push_back({"SISMEMBER", "rq:queues", RqKeys::queue(queue)});
    }
    // Use separate commands: a user may have access to only one of these keys.
    pipeline.push_back({"EXISTS", keys.operations(), keys.trash()});
    pipeline.push_back({"EXISTS", "rq:suspended"});
    pipeline.push_back({"EXISTS", RqKeys::queue(queue)});
    Command registries{"EXISTS"};
    for (const TaskSource& source : rqSources(queue))
        registries.push_back(source.key);
    if (RqKeys::isShared(queue))
        registries.push_back("rq:suspended");
    pipeline.push_back(std::move(registries));
}

std::size_t RqInspector::overviewCommands() const { return 5; }

bool RqInspector::isThere(const QueueInfo& info, std::span<const Reply> replies) const
{
    const auto exists = [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; };
    if (m_scheduled.contains(info.name) || std::any_of(replies.begin(), replies.begin() + 2, exists))
        return true;
    return RqKeys::isShared(info.name) ? m_hasUnlisted : exists(replies[3]) || exists(replies[4]);
}

Result<> RqInspector::readOverview(QueueInfo& info, std::span<const Reply> replies) const
{
    info.paused = replies[2].isInteger() && replies[2].integer > 0;
    const bool isUnlisted = replies[0].isInteger() && replies[0].integer == 0;
    const bool hasJobs = std::any_of(
        replies.begin() + 3, replies.end(), [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; });
    if (!RqKeys::isShared(info.name) && isUnlisted && hasJobs)
        info.note = rqwords::queueIsUnlisted();
    return {};
}

Result<> RqInspector::settle(std::vector<QueueInfo>& infos)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_askedVersion || now - *m_askedVersion > rqVersionBelieved) {
        auto version = RqWorkers::version(client());
        if (!version)
            return version.error();
        if (!version->isEmpty())
            m_version = *std::move(version);
        m_askedVersion = now;
    }
    for (QueueInfo& info : infos)
        info.version = m_version;
    return m_notes.add(infos);
}

/// Lengths of a job's text fields and, if requested, of its results.
struct RqInspector::Texts
{
    TaskId id;
    qint64 data = 0;
    qint64 description = 0;
    qint64 error = 0;
    bool hasResults = false;
};

Command RqInspector::dueFieldsOf(const QueueName&, const QByteArray& member) const
{
    return {"HMGET", RqKeys::job(rqJobOf(member)), "enqueued_at", "created_at", "status"};
}

DueSince RqInspector::dueSince(const QByteArray&, const Reply& fields) const
{
    if (fields.items.size() != 3)
        return {};
    const auto enqueued = rqInstant(fields.items[0].bytes);
    const auto isField = [](const Reply& field) { return field.isBytes(); };
    return {std::none_of(fields.items.begin(), fields.items.end(), isField),
        enqueued ? enqueued : rqInstant(fields.items[1].bytes)};
}

Result<std::vector<FoundTask>> RqInspector::tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
    const std::vector<SourceEntry>& entries, bool withPayload)
{
    std::vector<FoundTask> found;
    if (entries.empty())
        return found;
    std::vector<Command> pipeline{{"EXISTS", RqKeys::schedulerLock(queue)}};
    for (const SourceEntry& entry : entries) {
        const TaskId id = rqJobOf(entry.member);
        const QByteArray hash = RqKeys::job(id);
        pipeline.push_back(RqJob::fieldsOf(hash));
        for (const char* field : {"data", "description", "exc_info"})
            pipeline.push_back({"HSTRLEN", hash, field});
        pipeline.push_back({"XLEN", RqKeys::results(id)});
        pipeline.push_back({"MEMORY", "USAGE", RqKeys::results(id)});
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    const bool hasScheduler = replies->front().integer == 1;
    std::vector<Texts> texts;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::span<const Reply> job(&(*replies)[1 + i * repliesPerRqJob], repliesPerRqJob);
        const TaskSource& source = sources[entries[i].source];
        FoundTask each;
        each.task = RqJob::read(job[0]).task(source, entries[i], job[4].integer);
        each.task.size = job[1].integer;
        if (job[0].isError())
            each.task.error = errorFromReply(job[0].bytes).message.toUtf8();
        if (source.whenDue && entries[i].state == *source.whenDue && !hasScheduler)
            each.task.nativeState = "no scheduler";
        const bool isFailed = entries[i].state == TaskState::Failed && each.task.error.isEmpty();
        const bool isShort = job[5].isError() || job[5].integer <= Task::previewedPayload;
        if (isFailed && job[4].integer > 0 && !isShort)
            each.task.error = rqwords::resultsAreLong(formatBytes(job[5].integer));
        texts.push_back({each.task.id, job[1].integer, job[2].integer, isFailed ? job[3].integer : 0,
            isFailed && job[4].integer > 0 && isShort});
        found.push_back(std::move(each));
    }
    if (const auto told = tellObstacles(found); !told)
        return told.error();
    if (const auto read = readTexts(found, texts, withPayload); !read)
        return read.error();
    return found;
}

Result<> RqInspector::tellObstacles(std::vector<FoundTask>& found)
{
    std::vector<TaskId> deferred;
    for (const FoundTask& each : found) {
        if (each.task.nativeState == "deferred")
            deferred.push_back(each.task.id);
    }
    const auto obstacles = rqObstacles(client(), deferred);
    if (!obstacles)
        return obstacles.error();
    auto obstacle = obstacles->begin();
    for (FoundTask& each : found) {
        if (each.task.nativeState != "deferred")
            continue;
        each.task.stuck = obstacle->has_value();
        if (each.task.stuck && each.task.error.isEmpty())
            each.task.error = (*obstacle)->text();
        ++obstacle;
    }
    return {};
}

Result<> RqInspector::readTexts(std::vector<FoundTask>& found, const std::vector<Texts>& texts, bool withPayload)
{
    for (std::size_t from = 0; from < found.size();) {
        std::vector<Command> pipeline;
        qint64 bytes = 0;
        std::size_t until = from;
        for (; until < found.size() && (until == from || bytes < payloadsPerRead); ++until) {
            const Texts& text = texts[until];
            const QByteArray hash = RqKeys::job(text.id);
            const bool isRead = text.data > 0 && text.data <= (withPayload ? longestRead : Task::previewedPayload);
            found[until].isUnread = text.data > longestRead;
            pipeline.push_back({"HGET", hash, isRead ? "data" : ""});
            pipeline.push_back({"HGET", hash, text.description <= RqJob::longText ? "description" : ""});
            pipeline.push_back(
                {"HGET", hash, text.error > 0 && text.error <= Task::previewedPayload ? "exc_info" : ""});
            if (text.hasResults)
                pipeline.push_back({"XREVRANGE", RqKeys::results(text.id), "+", "-", "COUNT", "1"});
            bytes += isRead ? text.data : 0;
        }
        const auto replies = client().pipeline(pipeline);
        if (!replies)
            return replies.error();
        auto reply = replies->begin();
        for (; from < until; ++from) {
            FoundTask& each = found[from];
            const QByteArray data = bytesOfReply(*reply++);
            const qsizetype most = withPayload ? RqJob::mostInflated : RqJob::previewInflated;
            if (!data.isEmpty()) {
                auto payload = rqPayload(data, most);
                each.isUnread = withPayload && !payload;
                each.payload = std::move(payload).value_or(QByteArray());
            }
            each.task.type = rqTypeOf(bytesOfReply(*reply++), each.payload);
            QByteArray error = rqErrorText(bytesOfReply(*reply++));
            if (texts[from].hasResults) {
                if (!reply->items.empty())
                    error = RqResult::read(reply->items.front()).attempt.error;
                ++reply;
            }
            if (each.task.error.isEmpty())
                each.task.error = rqErrorLine(error);
            if (each.task.size <= Task::previewedPayload)
                each.task.preview = each.payload.left(Task::previewBytes);
        }
    }
    return {};
}

Result<SearchStep> RqInspector::search(const SearchRequest& request)
{
    auto step = FrameworkInspector::search(request);
    if (step && request.changedBefore) { // the score isn't the time when the job ended
        std::erase_if(step->matches, [&](const Task& task) {
            const bool hasEnded = task.state == TaskState::Failed || task.state == TaskState::Done;
            return hasEnded && task.at > *request.changedBefore;
        });
    }
    return step;
}

Result<std::vector<TimelineBin>> RqInspector::timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    auto timeline = timelineBins(from, to, std::clamp(bins, 1, maxBins));
    if (!timeline)
        return timeline;
    const auto now = this->now();
    if (!now)
        return now.error();
    std::vector<TaskSource> sources = sourcesOf(queue);
    for (const TaskSource& source : sources) {
        if (source.state == TaskState::Failed || source.state == TaskState::Done) {
            if (const auto added = addEnded(*timeline, source); !added)
                return added.error();
        }
    }
    std::erase_if(sources,
        [](const TaskSource& source) { return source.state == TaskState::Failed || source.state == TaskState::Done; });
    KeyReader reader(client(), sources);
    const auto counts = reader.counts(*now);
    if (!counts)
        return counts.error();
    if (const auto added = reader.addTo(*timeline, *counts); !added)
        return added.error();
    return timeline;
}

Result<> RqInspector::addEnded(std::vector<TimelineBin>& bins, const TaskSource& source)
{
    for (qint64 first = 0; first < timelineTasks; first += rqEndedPerRead) {
        const auto ids
            = client().call({"ZRANGE", source.key, number(first), number(first + rqEndedPerRead - 1), "REV"});
        if (!ids)
            return ids.error();
        std::vector<Command> pipeline;
        for (const Reply& id : ids->items)
            pipeline.push_back({"HMGET", RqKeys::job(id.bytes), "ended_at", "last_heartbeat"});
        if (pipeline.empty())
            return {};
        const auto instants = client().pipeline(pipeline);
        if (!instants)
            return instants.error();
        for (const Reply& fields : *instants) {
            auto at = fields.items.size() == 2 ? rqInstant(fields.items[0].bytes) : std::nullopt;
            if (!at && fields.items.size() == 2)
                at = rqInstant(fields.items[1].bytes);
            if (!at || *at < bins.front().from)
                continue;
            const auto bin = std::upper_bound(bins.begin(), bins.end(), *at,
                [](TimePoint when, const TimelineBin& other) { return when < other.to; });
            if (bin != bins.end())
                ++bin->counts[source.state];
        }
        if (qint64(ids->items.size()) < rqEndedPerRead)
            return {};
    }
    return {};
}

Error RqInspector::noSuchJob(const QueueName& queue, const TaskId& id) const
{
    return {ErrorCode::NotFound,
        jobwords::noJob(printable(id), printable(queue.isEmpty() ? RqKeys::sharedPlace() : queue))};
}

/// Finds the source that contains a job. Redis looks up set members directly. A list is searched only at both ends,
/// because searching a million ids blocks the server for 20 ms. If the job is in the middle of the list, its hash shows
/// that it is in this queue.
Result<std::optional<SourceEntry>> RqInspector::placeOf(const QueueName& queue, const TaskId& id, TimePoint now)
{
    constexpr const char* lookedThrough = "2000";
    const std::vector<TaskSource> sources = sourcesOf(queue);
    std::vector<Command> pipeline{
        {"HMGET", RqKeys::job(id), "status", "origin"}, {"ZRANGE", "rq:executions:" + id, "0", "9"}};
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!m_sought.contains(sources[i].state) && !m_sought.contains(sources[i].whenDue.value_or(sources[i].state)))
            continue;
        if (sources[i].kind == TaskSource::Kind::SortedSet) {
            pipeline.push_back({"ZSCORE", sources[i].key, id});
            asked.push_back(i);
            continue;
        }
        for (const char* end : {"1", "-1"}) {
            pipeline.push_back({"LPOS", sources[i].key, id, "RANK", end, "MAXLEN", lookedThrough});
            asked.push_back(i);
        }
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    const auto entryAt = [&](std::size_t i, const QByteArray& member, double score) {
        const TaskSource& source = sources[i];
        SourceEntry entry{i, source.state, member, score, source.isDated() ? source.instantOf(score) : now};
        if (source.whenDue && entry.at <= now)
            entry.state = *source.whenDue;
        return std::optional(entry);
    };
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply& reply = (*replies)[i + 2];
        if (reply.isError() && errorFromReply(reply.bytes).code != ErrorCode::WrongType)
            return errorFromReply(reply.bytes);
        const bool isThere = reply.isInteger() || (reply.isBytes() && !reply.isError());
        if (isThere && !sources[asked[i]].isExpired(reply.bytes.toDouble(), now))
            return entryAt(asked[i], id, reply.bytes.toDouble());
    }
    const auto started = std::find_if(
        sources.begin(), sources.end(), [](const TaskSource& source) { return source.state == TaskState::Leased; });
    for (const Reply& execution : (*replies)[1].items) {
        const QByteArray member = execution.bytes.contains(':') ? execution.bytes : id + ':' + execution.bytes;
        const auto score = client().call({"ZSCORE", started->key, member});
        if (!score)
            return score.error();
        if (score->isBytes())
            return entryAt(std::size_t(started - sources.begin()), member, score->bytes.toDouble());
    }
    const std::vector<Reply>& fields = (*replies)[0].items;
    if (fields.size() == 2 && fields[0].bytes == "queued" && fields[1].bytes == queue) {
        const auto length = client().call({"LLEN", sources.front().key});
        if (!length)
            return length.error();
        if (length->integer > 2 * QByteArray(lookedThrough).toLongLong())
            return entryAt(0, id, 0);
    }
    return std::optional<SourceEntry>();
}

Result<std::optional<TaskPlace>> RqInspector::restorePlace(const QueueName& queue, const TaskId& id, TimePoint now)
{
    const auto known = client().call({"HMGET", RqKeys::beside(m_ours, queue).trashed(id), "set", "score"});
    if (!known && known.error().code == ErrorCode::Permission)
        return std::optional<TaskPlace>();
    if (!known)
        return known.error();
    const QByteArray set = known->items.size() == 2 ? known->items[0].bytes : QByteArray();
    for (const TaskSource& source : sourcesOf(queue)) {
        if (set.isEmpty() || source.key != "rq:" + set + ':' + queue)
            continue;
        TaskPlace place{source.state, source.isDated() ? source.instantOf(known->items[1].bytes.toDouble()) : now};
        if (source.whenDue && place.at <= now)
            place.state = *source.whenDue;
        return std::optional(place);
    }
    // If RQ itself canceled the job, restoring the job adds it to the queue.
    return std::optional(TaskPlace{TaskState::Due, now});
}

Result<TaskDetail> RqInspector::taskIn(const QueueName& queue, const TaskId& id, StateSet states)
{
    const StateSet before = std::exchange(m_sought, states);
    auto detail = FrameworkInspector::taskIn(queue, id, states);
    m_sought = before;
    return detail;
}

Result<TaskDetail> RqInspector::task(const QueueName& queue, const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    if (RqKeys::isShared(queue))
        return noSuchJob(queue, id);
    const auto place = placeOf(queue, id, *now);
    if (!place)
        return place.error();
    if (!*place)
        return noSuchJob(queue, id);
    const auto found = tasksAt(queue, sourcesOf(queue), {**place}, false);
    if (!found)
        return found.error();
    const QByteArray hash = RqKeys::job(id);
    Command further{"HMGET", hash};
    for (const auto& [name, field] : RqJob::furtherFields())
        further.push_back(field);
    const auto replies = client().pipeline({RqJob::fieldsOf(hash), further, {"HMGET", hash, "description", "meta"},
        {"XREVRANGE", RqKeys::results(id), "+", "-", "COUNT", QByteArray::number(RqJob::mostResults)},
        {"SCARD", hash + ":dependents"}});
    if (!replies)
        return replies.error();
    TaskDetail detail;
    detail.task = found->front().task;
    detail.task.preview.clear();
    detail.options.maxAttempts = detail.task.maxAttempts;
    const std::vector<Reply>& results = (*replies)[3].items;
    int attempt = std::max(detail.task.attempt - (detail.task.state == TaskState::Leased ? 1 : 0), int(results.size()));
    for (const Reply& entry : results) {
        RqResult result = RqResult::read(entry);
        result.attempt.number = attempt--;
        if (detail.attempts.empty()) {
            detail.result = std::move(result.returned);
            const RqJob job = RqJob::read((*replies)[0]);
            if (result.attempt.startedAt == TimePoint() && job.startedAt && *job.startedAt <= result.attempt.endedAt)
                result.attempt.startedAt = *job.startedAt;
            if (result.attempt.worker.isEmpty() && detail.task.state != TaskState::Leased)
                result.attempt.worker = job.worker;
            if (detail.task.state == TaskState::Failed)
                detail.task.error = rqErrorLine(result.attempt.error);
        }
        detail.attempts.insert(detail.attempts.begin(), std::move(result.attempt));
    }
    detail.fence = detail.task.attempt;
    const auto tell = [&detail](const char* name, const QByteArray& value) {
        if (!value.isEmpty())
            detail.facts.push_back({name, value});
    };
    const std::vector<Reply>& texts = (*replies)[2].items;
    tell("description", texts.size() == 2 ? texts[0].bytes.left(RqJob::longText) : QByteArray());
    for (std::size_t i = 0; i < (*replies)[1].items.size(); ++i)
        tell(RqJob::furtherFields()[i].first, (*replies)[1].items[i].bytes.left(RqJob::longText));
    if ((*replies)[4].integer > 0)
        tell("jobs that wait for it", number((*replies)[4].integer));
    if (texts.size() == 2 && !texts[1].bytes.isEmpty())
        tell("meta", rqValue(texts[1].bytes).left(RqJob::longText));
    if (detail.task.state == TaskState::Trash) {
        const auto restored = restorePlace(queue, id, *now);
        if (!restored)
            return restored.error();
        detail.restoresTo = *restored;
    }
    return detail;
}

/// Reads complete tasks, including the stored bytes of each decoded payload.
Result<std::vector<std::optional<TaskRecord>>> RqInspector::readRecords(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    auto records = FrameworkInspector::readRecords(queue, ids);
    if (!records)
        return records;
    std::vector<Command> pipeline;
    for (const auto& record : *records) {
        if (record && record->damage.isEmpty())
            pipeline.push_back({"HGET", RqKeys::job(record->detail.task.id), "data"});
    }
    const auto stored = client().pipeline(pipeline);
    if (!stored)
        return stored.error();
    auto data = stored->begin();
    for (auto& record : *records) {
        if (!record || !record->damage.isEmpty())
            continue;
        if (data->isError())
            return errorFromReply(data->bytes);
        if (data->isBytes() && data->bytes != record->payload)
            record->detail.stored = data->bytes;
        ++data;
    }
    return records;
}

Result<QByteArray> RqInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const auto size = client().call({"HSTRLEN", RqKeys::job(id), "data"});
    if (!size)
        return size.error();
    if (size->integer > longestRead)
        return tooLong(jobwords::payloadOf(printable(id)), size->integer);
    const auto data = client().call({"HGET", RqKeys::job(id), "data"});
    if (!data)
        return data.error();
    if (RqKeys::isShared(queue))
        return noSuchJob(queue, id);
    if (!data->isBytes()) { // the job is lost, but its id may still be in the list
        const auto now = this->now();
        const auto place = now ? placeOf(queue, id, *now) : now.error();
        if (!place)
            return place.error();
        return *place ? Result(QByteArray()) : noSuchJob(queue, id);
    }
    const auto bytes = rqPayload(data->bytes, RqJob::mostInflated);
    if (!bytes) {
        return Error{ErrorCode::WrongType, rqwords::inflatedIsLong(printable(id), formatBytes(RqJob::mostInflated))};
    }
    const qint64 first = std::clamp<qint64>(offset, 0, bytes->size());
    return length < 0 ? bytes->mid(first) : bytes->mid(first, length);
}

Result<std::vector<WorkerInfo>> RqInspector::workers() { return RqWorkers::read(client()); }

Result<std::vector<OperationRecord>> RqInspector::operations(const QueueName& queue, int limit)
{
    return OperationStore::list(client(), RqKeys::beside(m_ours, queue), queue, limit);
}

} // namespace dueline
