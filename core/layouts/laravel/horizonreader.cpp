// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/horizonreader.h"

#include "core/base/text.h"
#include "core/layouts/laravel/horizonretry.h"
#include "core/layouts/laravel/laraveljob.h"
#include "core/layouts/laravel/laravelwords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <map>

namespace dueline {

namespace {

constexpr std::chrono::seconds placeBelieved{5};
/// Maximum number of payload bytes to read per round trip. At least one payload is always read.
constexpr qint64 bytesPerLook = 2 * 1024 * 1024;
constexpr Millis lostAfter{14'000}; ///< time without a heartbeat after which a supervisor is lost, as in Horizon
constexpr int mostSupervisors = 1000;

/// Short fields, read for every job.
constexpr std::array horizonFields{"id", "connection", "queue", "name", "status", "failed_at", "completed_at",
    "reserved_at", "created_at", "retried_by", "dueline:set", "dueline:score"};
constexpr std::size_t repliesPerHash = 3; ///< replies per job: its fields, and the sizes of the payload and exception

QByteArray fieldAt(const Reply& fields, std::string_view name)
{
    const auto at = std::find(horizonFields.begin(), horizonFields.end(), name) - horizonFields.begin();
    const bool isThere = std::size_t(at) < fields.items.size() && fields.items[std::size_t(at)].isBytes();
    return isThere ? fields.items[std::size_t(at)].bytes : QByteArray();
}

Command fieldsOf(const QByteArray& hash)
{
    Command command{"HMGET", hash};
    for (const char* field : horizonFields)
        command.push_back(field);
    return command;
}

QByteArray hashOf(const OverlayKeys& keys, const TaskId& uuid, TaskState state)
{
    return state == TaskState::Trash ? keys.trashed(uuid) : keys.base + uuid;
}

} // namespace

const std::vector<QByteArray>& HorizonReader::signs()
{
    static const std::vector<QByteArray> signs{"masters", "supervisors", "recent_jobs", "pending_jobs",
        "completed_jobs", "silenced_jobs", "failed_jobs", "measured_jobs", "measured_queues"};
    return signs;
}

void HorizonReader::mayBe(const QByteArray& prefix)
{
    if (m_met.size() < 100 && m_met.insert(prefix).second)
        m_lookedAt.reset();
}

void HorizonReader::forget()
{
    m_place.reset();
    m_areSeveral = false;
    m_lookedAt.reset();
    m_met.clear();
}

Result<> HorizonReader::look()
{
    const auto now = std::chrono::steady_clock::now();
    const HorizonClaim claim = m_claim ? m_claim() : HorizonClaim::Own;
    if (m_lookedAt && now - *m_lookedAt < placeBelieved && claim == m_lookedAs)
        return {};
    std::vector<QByteArray> candidates;
    if (m_spec.horizon) {
        candidates = {*m_spec.horizon};
    } else {
        std::set<QByteArray> others;
        if (!m_claim) {
            others = m_met;
            others.insert("laravel_horizon:");
            others.insert("horizon:");
        }
        others.erase(m_spec.ownHorizon());
        candidates = {others.begin(), others.end()};
        const QByteArray own = m_spec.ownHorizon();
        if (!own.isEmpty() && claim != HorizonClaim::OfAnother)
            candidates.insert(candidates.begin(), own);
    }
    std::vector<Command> pipeline;
    for (const QByteArray& prefix : candidates) {
        for (const QByteArray& sign : signs())
            pipeline.push_back({"EXISTS", prefix + sign});
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<QByteArray> found;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto begin = replies->begin() + std::ptrdiff_t(i * signs().size());
        if (std::any_of(begin, begin + std::ptrdiff_t(signs().size()),
                [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; }))
            found.push_back(candidates[i]);
    }
    m_lookedAt = now;
    m_lookedAs = claim;
    m_use.reset();
    m_place.reset();
    // If the user specified only Horizon's prefix, the prefix of the queues isn't known yet.
    const bool isHorizonSaid = m_spec.horizon && !m_claim;
    const bool isSaid
        = isHorizonSaid && (m_spec.prefix != LaravelSpec().prefix || *m_spec.horizon == m_spec.ownHorizon());
    const bool isOwn = !found.empty() && (m_spec.horizon || found.front() == m_spec.ownHorizon());
    m_areSeveral = found.size() > 1 && !isOwn;
    if (isOwn || found.size() == 1)
        m_place = HorizonPlace{
            found.front(), isHorizonSaid, isSaid, isSaid || (isOwn && !m_spec.horizon && claim == HorizonClaim::Own)};
    return {};
}

Result<std::vector<FoundTask>> HorizonReader::tasksAt(const OverlayKeys& keys, const std::vector<TaskSource>& sources,
    const std::vector<SourceEntry>& entries, bool withPayload)
{
    std::vector<FoundTask> tasks;
    if (entries.empty())
        return tasks;
    std::vector<Command> pipeline;
    for (const SourceEntry& entry : entries) {
        const QByteArray hash = hashOf(keys, entry.member, entry.state);
        pipeline.insert(pipeline.end(), {fieldsOf(hash), {"HSTRLEN", hash, "payload"}, {"HSTRLEN", hash, "exception"}});
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t from = 0; from < entries.size();) {
        std::vector<Command> texts;
        qint64 bytes = 0;
        std::size_t until = from;
        for (; until < entries.size() && (until == from || bytes < bytesPerLook); ++until) {
            const QByteArray hash = hashOf(keys, entries[until].member, entries[until].state);
            const qint64 payload = (*replies)[until * repliesPerHash + 1].integer;
            const qint64 exception = (*replies)[until * repliesPerHash + 2].integer;
            const bool isRead = payload <= (withPayload ? FrameworkInspector::longestRead : Task::previewedPayload);
            texts.push_back(isRead ? Command{"HGET", hash, "payload"} : Command{"HGET", hash, ""});
            texts.push_back(
                exception <= LaravelJob::longestTold ? Command{"HGET", hash, "exception"} : Command{"HGET", hash, ""});
            bytes += (isRead ? payload : 0) + std::min<qint64>(exception, LaravelJob::longestTold);
        }
        const auto values = m_client.pipeline(texts);
        if (!values)
            return values.error();
        for (std::size_t i = from; i < until; ++i) {
            const Reply& fields = (*replies)[i * repliesPerHash];
            const bool isOther = fields.isError() && errorFromReply(fields.bytes).code == ErrorCode::WrongType;
            if (fields.isError() && !isOther)
                return errorFromReply(fields.bytes);
            // The hash expired before its entry in the set did, or it isn't Horizon's.
            if (isOther || fieldAt(fields, "id").isEmpty()) {
                FoundTask gone;
                gone.task.id = entries[i].member;
                gone.task.state = entries[i].state;
                gone.task.at = entries[i].at;
                gone.task.nativeState = sources[entries[i].source].word;
                gone.task.error = isOther ? laravelwords::keyHasOtherType() : laravelwords::jobIsGone();
                tasks.push_back(std::move(gone));
                continue;
            }
            const Reply& stored = (*values)[(i - from) * 2];
            const LaravelJob job = LaravelJob::read(stored.bytes);
            FoundTask found;
            found.task = job.task(sources[entries[i].source], entries[i], entries[i].at);
            if (!stored.isBytes() || job.isSound())
                found.task.nativeState = entries[i].state == TaskState::Failed
                    ? horizonFailedWord(horizonRetries(fieldAt(fields, "retried_by")))
                    : sources[entries[i].source].word;
            found.task.retried = entries[i].state == TaskState::Failed
                && horizonRetries(fieldAt(fields, "retried_by")) != HorizonRetries::None;
            found.task.id = entries[i].member;
            if (const QByteArray name = fieldAt(fields, "name"); !name.isEmpty())
                found.task.type = name;
            found.task.ownQueue = fieldAt(fields, "queue");
            found.task.error = laravelError((*values)[(i - from) * 2 + 1].bytes);
            const qint64 size = (*replies)[i * repliesPerHash + 1].integer;
            if (!stored.isBytes()) // the payload is too long to show in a list
                found.task.size = size;
            if (!found.task.addedAt)
                found.task.addedAt = laravelInstant(fieldAt(fields, "created_at"));
            found.payload = job.payload;
            found.isUnread = job.isEncrypted || size > FrameworkInspector::longestRead;
            tasks.push_back(std::move(found));
        }
        from = until;
    }
    return tasks;
}

Result<std::optional<TaskDetail>> HorizonReader::detail(
    const OverlayKeys& keys, const std::vector<TaskSource>& sources, const TaskId& uuid)
{
    std::vector<Command> scores;
    for (const TaskSource& source : sources)
        scores.push_back({"ZSCORE", source.key, uuid});
    const auto found = m_client.pipeline(scores);
    if (!found)
        return found.error();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!(*found)[i].isBytes())
            continue;
        const double score = (*found)[i].bytes.toDouble();
        const SourceEntry entry{i, sources[i].state, uuid, score, sources[i].instantOf(score)};
        auto tasks = tasksAt(keys, sources, {entry}, true);
        if (!tasks)
            return tasks.error();
        if (tasks->empty())
            continue;
        const QByteArray hash = hashOf(keys, uuid, entry.state);
        const bool isTooLong = tasks->front().task.size > FrameworkInspector::longestRead;
        const auto read = m_client.pipeline(
            {fieldsOf(hash), {"HGET", hash, isTooLong ? "" : "payload"}, {"HGET", hash, "exception"}});
        if (!read)
            return read.error();
        const Reply& fields = (*read)[0];
        const LaravelJob job = LaravelJob::read((*read)[1].bytes);
        TaskDetail detail;
        detail.task = std::move(tasks->front().task);
        detail.task.preview.clear();
        detail.options.maxAttempts = detail.task.maxAttempts;
        detail.options.expiresAt = job.retryUntil;
        detail.fence = detail.task.attempt;
        if (!detail.task.error.isEmpty()) {
            Attempt last;
            last.number = std::max(detail.task.attempt, 1);
            last.startedAt = laravelInstant(fieldAt(fields, "reserved_at")).value_or(TimePoint());
            last.endedAt = laravelInstant(fieldAt(fields, "failed_at")).value_or(entry.at);
            last.outcome = "failed";
            last.error = detail.task.error;
            detail.attempts.push_back(std::move(last));
        } else if (const auto doneAt = laravelInstant(fieldAt(fields, "completed_at"));
                   doneAt && entry.state == TaskState::Done) {
            // Horizon doesn't record which worker ran the job.
            detail.attempts.push_back({std::max(detail.task.attempt, 1), {},
                laravelInstant(fieldAt(fields, "reserved_at")).value_or(TimePoint()), *doneAt, "done", {}});
        }
        for (const char* name : {"queue", "connection", "status", "retried_by"}) {
            if (const QByteArray value = fieldAt(fields, name); !value.isEmpty())
                detail.facts.push_back({name, value.left(LaravelJob::longestTold)});
        }
        if ((*read)[2].isBytes())
            detail.facts.push_back({"exception", (*read)[2].bytes.left(LaravelJob::longestTold)});
        detail.stored = (*read)[1].bytes;
        const auto further = job.facts((*read)[1].bytes);
        detail.facts.insert(detail.facts.end(), further.begin(), further.end());
        if (entry.state == TaskState::Trash) {
            for (const TaskSource& source : sources) {
                if (source.key == keys.base + fieldAt(fields, "dueline:set"))
                    detail.restoresTo
                        = TaskPlace{source.state, source.instantOf(fieldAt(fields, "dueline:score").toDouble())};
            }
        }
        return std::optional(std::move(detail));
    }
    return std::optional<TaskDetail>();
}

Result<std::optional<QByteArray>> HorizonReader::payload(const OverlayKeys& keys, const TaskId& uuid)
{
    const QByteArray hash = keys.base + uuid;
    const QByteArray trashed = keys.trashed(uuid);
    const auto sizes = m_client.pipeline({{"HSTRLEN", hash, "payload"}, {"HSTRLEN", trashed, "payload"}});
    if (!sizes)
        return sizes.error();
    for (const Reply& size : *sizes) {
        if (size.integer > FrameworkInspector::longestRead)
            return FrameworkInspector::tooLong(jobwords::payloadOf(printable(uuid)), size.integer);
    }
    const auto stored = m_client.pipeline({{"HGET", hash, "payload"}, {"HGET", trashed, "payload"}});
    if (!stored)
        return stored.error();
    for (const Reply& reply : *stored) {
        if (reply.isBytes())
            return std::optional(LaravelJob::read(reply.bytes).payload);
    }
    return std::optional<QByteArray>();
}

Result<std::vector<HorizonReader::Supervisor>> HorizonReader::readSupervisors()
{
    std::vector<Supervisor> supervisors;
    if (const auto looked = look(); !looked)
        return looked.error();
    if (!m_place)
        return supervisors;
    const auto beats
        = m_client.pipeline({{"TIME"}, {"ZRANGE", key("supervisors"), "0", number(mostSupervisors - 1), "WITHSCORES"}});
    if (!beats)
        return beats.error();
    const Reply& time = (*beats)[0];
    const Reply& names = (*beats)[1];
    if (names.isError())
        return errorFromReply(names.bytes);
    if (time.items.size() != 2 || names.items.size() % 2 != 0)
        return unexpectedReply();
    const TimePoint now = fromMs(time.items[0].bytes.toLongLong() * 1000);
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i < names.items.size(); i += 2)
        pipeline.push_back(
            {"HMGET", key("supervisor:") + names.items[i].bytes, "master", "pid", "status", "processes"});
    if (pipeline.empty())
        return supervisors;
    const auto hashes = m_client.pipeline(pipeline);
    if (!hashes)
        return hashes.error();
    for (std::size_t i = 0; i < hashes->size(); ++i) {
        const std::vector<Reply>& fields = (*hashes)[i].items;
        const auto field = [&fields](std::size_t at) { return at < fields.size() ? fields[at].bytes : QByteArray(); };
        Supervisor supervisor;
        WorkerInfo& worker = supervisor.worker;
        worker.id = names.items[2 * i].bytes;
        const QByteArray master = field(0); // host name, `-`, and four characters
        worker.host = master.contains('-') ? master.left(master.lastIndexOf('-')) : master;
        worker.processId = field(1).toLongLong();
        worker.seenAt = fromMs(qint64(names.items[2 * i + 1].bytes.toDouble() * 1000));
        worker.startedAt = worker.seenAt; // the start time isn't stored, so use the report's time
        worker.lost = now - worker.seenAt > lostAfter;
        supervisor.isPaused = field(2) == "paused";
        const QJsonObject pools = QJsonDocument::fromJson(field(3)).object();
        for (auto pool = pools.begin(); pool != pools.end(); ++pool) {
            const QByteArray queues = pool.key().toUtf8();
            for (const QByteArray& queue : queues.mid(queues.indexOf(':') + 1).split(','))
                worker.queues.push_back(queue);
            worker.concurrency += pool.value().toInt();
        }
        supervisors.push_back(std::move(supervisor));
    }
    return supervisors;
}

Result<std::vector<WorkerInfo>> HorizonReader::supervisors()
{
    const auto read = readSupervisors();
    if (!read)
        return read.error();
    std::vector<WorkerInfo> workers;
    for (const Supervisor& supervisor : *read)
        workers.push_back(supervisor.worker);
    return workers;
}

Result<std::set<QueueName>> HorizonReader::pausedQueues()
{
    const auto read = readSupervisors();
    if (!read)
        return read.error();
    std::map<QueueName, bool> isPaused;
    for (const Supervisor& supervisor : *read) {
        if (supervisor.worker.lost)
            continue;
        for (const QueueName& queue : supervisor.worker.queues) {
            const auto known = isPaused.emplace(queue, true).first;
            known->second = known->second && supervisor.isPaused;
        }
    }
    std::set<QueueName> paused;
    for (const auto& [queue, all] : isPaused) {
        if (all)
            paused.insert(queue);
    }
    return paused;
}

Result<std::set<QueueName>> HorizonReader::knownQueues()
{
    constexpr std::size_t mostAsked = 100;
    const auto measured = measuredQueues();
    if (!measured)
        return measured.error();
    std::set<QueueName> queues(measured->begin(), measured->end());
    if (const auto read = readSupervisors()) {
        for (const Supervisor& supervisor : *read)
            queues.insert(supervisor.worker.queues.begin(), supervisor.worker.queues.end());
    }
    const auto newest = m_client.call({"ZRANGE", key("failed_jobs"), "0", number(qint64(mostAsked))});
    if (!newest)
        return newest.error();
    std::vector<Command> pipeline;
    for (const Reply& uuid : newest->items)
        pipeline.push_back({"HGET", m_place->prefix + uuid.bytes, "queue"});
    const auto fields = m_client.pipeline(pipeline);
    if (!fields)
        return fields.error();
    for (const Reply& field : *fields) {
        if (field.isBytes())
            queues.insert(field.bytes);
    }
    while (queues.size() > mostAsked)
        queues.erase(std::prev(queues.end()));
    return queues;
}

Result<PrefixUse> HorizonReader::prefixUse()
{
    if (const auto looked = look(); !looked)
        return looked.error();
    if (m_use || !m_place)
        return m_use.value_or(PrefixUse());
    const auto queues = knownQueues();
    if (!queues)
        return queues.error();
    std::vector<QByteArray> prefixes = m_spec.namesakes();
    prefixes.insert(prefixes.begin(), m_spec.prefix);
    std::vector<Command> pipeline;
    for (const QByteArray& prefix : prefixes) {
        for (const QueueName& queue : *queues) {
            for (const char* ending : {"", ":delayed", ":reserved", ":notify"})
                pipeline.push_back({"EXISTS", LaravelSpec{prefix}.list(queue) + ending});
        }
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    const auto ofEach = std::ptrdiff_t(replies->size() / prefixes.size());
    const auto isThere = [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; };
    PrefixUse use;
    use.own = std::any_of(replies->begin(), replies->begin() + ofEach, isThere);
    use.namesake = std::any_of(replies->begin() + ofEach, replies->end(), isThere);
    m_use = use;
    return use;
}

Result<std::vector<QueueName>> HorizonReader::measuredQueues()
{
    std::vector<QueueName> queues;
    if (!m_place || (!m_place->isNamedAlike && !m_place->isHorizonSaid))
        return queues;
    const auto names = m_client.call({"SMEMBERS", key("measured_queues")});
    if (!names) {
        const ErrorCode code = names.error().code;
        return code == ErrorCode::Permission || code == ErrorCode::WrongType ? Result(queues) : names.error();
    }
    // Horizon's scripts store full key names in this set, including phpredis's prefix.
    for (const Reply& name : names->items) {
        QByteArray queue = name.bytes;
        for (const QByteArray& beginning : {key("queue:"), QByteArray("queue:")}) {
            if (queue.startsWith(beginning)) {
                queue.remove(0, beginning.size());
                break;
            }
        }
        queues.push_back(queue);
    }
    return queues;
}

} // namespace dueline
