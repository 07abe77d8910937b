// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqinspector.h"

#include "core/base/text.h"
#include "core/layouts/bullmq/bullmqjob.h"
#include "core/layouts/bullmq/bullmqsources.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t repliesPerJob = 5; ///< fields, sizes of data, opts and failedReason, the lock's time to live

QByteArray textOr(const Reply& reply) { return reply.isBytes() ? reply.bytes : QByteArray(); }

} // namespace

BullmqInspector::BullmqInspector(RedisClient& client, RedisClock& clock, const BullmqSpec& spec)
    : FrameworkInspector(client, clock)
    , m_spec(spec)
{ }

Error BullmqInspector::noSuchJob(const QueueName& queue, const TaskId& id) const
{
    return {ErrorCode::NotFound,
        QStringLiteral("There is no job \"%1\" in the queue \"%2\".").arg(printable(id), printable(queue))};
}

Result<std::vector<QueueName>> BullmqInspector::names()
{
    const auto walked = m_walk.step(client(), [this](const QByteArray& key) {
        if (const QueueName name = m_spec.queueOfMeta(key); !name.isEmpty())
            m_names.insert(name);
    });
    if (!walked)
        return walked.error();
    return std::vector<QueueName>(m_names.begin(), m_names.end());
}

std::vector<TaskSource> BullmqInspector::sourcesOf(const QueueName& queue) const
{
    return bullmqSources(m_spec.base(queue));
}

void BullmqInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    pipeline.push_back({"HMGET", m_spec.base(queue) + "meta", "version", "opts.maxLenEvents", "paused"});
}

std::size_t BullmqInspector::overviewCommands() const { return 1; }

bool BullmqInspector::isThere(const QueueInfo&, std::span<const Reply> replies) const
{
    const Reply& meta = replies.front();
    return meta.items.size() == 3 && (meta.items[0].isBytes() || meta.items[1].isBytes());
}

Result<> BullmqInspector::readOverview(QueueInfo& info, std::span<const Reply> replies) const
{
    const Reply& meta = replies.front();
    if (meta.isError())
        return errorFromReply(meta.bytes);
    if (meta.items.size() != 3)
        return unexpectedReply();
    info.paused = meta.items[2].isBytes();
    return {};
}

Result<std::vector<FoundTask>> BullmqInspector::tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
    const std::vector<SourceEntry>& entries, bool withPayload)
{
    std::vector<FoundTask> found;
    if (entries.empty())
        return found;
    std::vector<Command> pipeline;
    for (const SourceEntry& entry : entries) {
        const QByteArray hash = hashOf(queue, entry.member);
        pipeline.push_back(BullmqJob::fieldsOf(hash));
        pipeline.push_back({"HSTRLEN", hash, "data"});
        pipeline.push_back({"HSTRLEN", hash, "opts"});
        pipeline.push_back({"HSTRLEN", hash, "failedReason"});
        pipeline.push_back({"PTTL", hash + ":lock"});
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();

    pipeline.clear();
    struct Text
    {
        std::size_t task;
        QByteArray field;
    };
    std::vector<Text> texts;
    qint64 bytes = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::span<const Reply> job(&(*replies)[i * repliesPerJob], repliesPerJob);
        FoundTask each;
        each.task = BullmqJob::read(job[0]).task(sources[entries[i].source], entries[i], job[4].integer);
        each.task.size = job[1].integer;
        each.task.maxAttempts = 1;
        if (job[0].isError() && each.task.error.isEmpty())
            each.task.error = errorFromReply(job[0].bytes).message.toUtf8();
        const QByteArray hash = hashOf(queue, entries[i].member);
        const auto ask = [&](const char* field, qint64 size) {
            pipeline.push_back({"HGET", hash, field});
            texts.push_back({i, field});
            bytes += size;
        };
        if (job[2].integer > 0 && job[2].integer <= BullmqJob::longText)
            ask("opts", job[2].integer);
        if (job[3].integer > 0 && job[3].integer <= Task::previewedPayload)
            ask("failedReason", job[3].integer);
        else if (job[3].integer > 0)
            each.task.error
                = "The error text has " + formatBytes(job[3].integer).toUtf8() + ", too many for a list; open the job.";
        if (job[1].integer > 0
            && (withPayload || (job[1].integer <= Task::previewedPayload && bytes < payloadsPerRead)))
            ask("data", job[1].integer);
        found.push_back(std::move(each));
    }
    for (std::size_t from = 0; from < texts.size();) {
        // Payloads of any size come one by one once they are many bytes.
        std::size_t until = from;
        qint64 together = 0;
        while (until < texts.size() && (until == from || together < payloadsPerRead)) {
            together += texts[until].field == "data" ? found[texts[until].task].task.size : BullmqJob::longText;
            ++until;
        }
        const auto values = client().pipeline({pipeline.begin() + qptrdiff(from), pipeline.begin() + qptrdiff(until)});
        if (!values)
            return values.error();
        for (std::size_t i = from; i < until; ++i) {
            FoundTask& each = found[texts[i].task];
            const QByteArray value = textOr((*values)[i - from]);
            if (texts[i].field == "opts")
                each.task.maxAttempts = maxAttemptsOf(value);
            else if (texts[i].field == "failedReason")
                each.task.error = value.left(BullmqJob::shownError);
            else
                each.payload = value;
        }
        from = until;
    }
    for (FoundTask& each : found) {
        if (each.task.size <= Task::previewedPayload)
            each.task.preview = each.payload.left(Task::previewBytes);
    }
    return found;
}

/// A set tells at once. A list is looked through at both ends only, since a look through a million ids keeps the server
/// busy for 20 ms: of a job that stands further inside, only that it is in no other place is known, and that is enough.
Result<std::optional<SourceEntry>> BullmqInspector::placeOf(const QueueName& queue, const TaskId& id, TimePoint now)
{
    constexpr const char* lookedThrough = "2000";
    const std::vector<TaskSource> sources = sourcesOf(queue);
    std::vector<Command> pipeline{{"EXISTS", hashOf(queue, id)}};
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < sources.size(); ++i) {
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
    for (const TaskSource& source : sources) {
        if (source.kind == TaskSource::Kind::List)
            pipeline.push_back({"LLEN", source.key});
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::optional<std::size_t> place;
    double score = 0;
    for (std::size_t i = 0; i < asked.size() && !place; ++i) {
        const Reply& reply = (*replies)[i + 1];
        if (reply.isError() && errorFromReply(reply.bytes).code != ErrorCode::WrongType)
            return errorFromReply(reply.bytes);
        if (reply.isInteger() || reply.isBytes()) {
            place = asked[i];
            score = reply.bytes.toDouble();
        }
    }
    std::size_t length = asked.size() + 1;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i].kind != TaskSource::Kind::List)
            continue;
        const Reply& reply = (*replies)[length++];
        if (!place && replies->front().integer == 1 && reply.integer > 2 * QByteArray(lookedThrough).toLongLong())
            place = i;
    }
    if (!place)
        return std::optional<SourceEntry>();
    const TaskSource& source = sources[*place];
    SourceEntry entry{*place, source.state, id, score, now};
    if (source.isDated())
        entry.at = source.instantOf(score);
    if (source.whenDue && entry.at <= now)
        entry.state = *source.whenDue;
    return std::optional(entry);
}

Result<TaskDetail> BullmqInspector::task(const QueueName& queue, const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto place = placeOf(queue, id, *now);
    if (!place)
        return place.error();
    if (!*place)
        return noSuchJob(queue, id);
    const std::vector<TaskSource> sources = sourcesOf(queue);
    const auto found = tasksAt(queue, sources, {**place}, false);
    if (!found)
        return found.error();
    const QByteArray hash = hashOf(queue, id);
    const auto replies = client().pipeline(
        {BullmqJob::fieldsOf(hash), BullmqJob::furtherFieldsOf(hash), {"LRANGE", hash + ":logs", "-100", "-1"}});
    if (!replies)
        return replies.error();
    const Reply& further = (*replies)[1];
    if (further.items.size() != 11)
        return further.isError() ? errorFromReply(further.bytes) : unexpectedReply();
    const auto text = [&further](std::size_t at) { return textOr(further.items[at]); };
    TaskDetail detail;
    detail.task = found->front().task;
    detail.task.preview.clear();
    detail.task.maxAttempts = maxAttemptsOf(text(0));
    detail.task.error = found->front().task.error.isEmpty() || !text(1).isEmpty() ? text(1) : found->front().task.error;
    detail.options.maxAttempts = detail.task.maxAttempts;
    detail.attempts = attemptsOf(BullmqJob::read((*replies)[0]), text(2), text(1));
    if (further.items[3].isBytes())
        detail.result = text(3);
    detail.fence = text(10).toLongLong();
    detail.expiries = text(9).toInt();
    const auto tell = [&detail](const char* name, const QByteArray& value) {
        if (!value.isEmpty())
            detail.facts.push_back({name, value});
    };
    tell("opts", text(0));
    tell("progress", text(4));
    tell("priority", text(5) == "0" ? QByteArray() : text(5));
    tell("parent", text(6));
    tell("scheduler", text(7));
    tell("deduplication id", text(8));
    QByteArray logs;
    for (const Reply& line : (*replies)[2].items)
        logs += line.bytes + '\n';
    tell("logs", logs);
    return detail;
}

Result<QByteArray> BullmqInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const QByteArray hash = hashOf(queue, id);
    const auto replies = client().pipeline({{"HGET", hash, "data"}, {"EXISTS", hash}});
    if (!replies)
        return replies.error();
    const Reply& data = replies->front();
    if (data.isError())
        return errorFromReply(data.bytes);
    if (data.isNil() && (*replies)[1].integer == 0)
        return noSuchJob(queue, id);
    const qint64 first = std::clamp<qint64>(offset, 0, data.bytes.size());
    return length < 0 ? data.bytes.mid(first) : data.bytes.mid(first, length);
}

} // namespace dueline
