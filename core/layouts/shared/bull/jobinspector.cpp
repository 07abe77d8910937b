// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobinspector.h"

#include "core/base/text.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/layouts/shared/bull/jobcheckup.h"
#include "core/layouts/shared/bull/jobmetrics.h"
#include "core/layouts/shared/bull/joborphans.h"
#include "core/layouts/shared/bull/jobpulse.h"
#include "core/layouts/shared/bull/jobtexts.h"
#include "core/layouts/shared/jobs/frameworkscripts.h"
#include "core/layouts/shared/jobs/jobplaces.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/queue/readabletext.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

// replies per job: its fields; the sizes of data, opts and failedReason; the remaining lifetime of its lock
constexpr std::size_t repliesPerJob = 5;

constexpr qint64 mostLocks = 1000; ///< maximum number of locks to read per timeline
constexpr std::size_t ownersPerLook = 100; ///< number of queues per pipeline whose owners are determined
constexpr std::size_t ownersPerRefresh = 20; ///< number of known queues per refresh whose owners are determined again
constexpr std::chrono::seconds ownerBelieved{5};

constexpr std::size_t siftedPerCall = 150; ///< number of jobs that a script examines in about half a millisecond

QByteArray tooLongError(qint64 bytes) { return bulljobwords::errorIsLong(formatBytes(bytes)); }

QByteArray textOr(const Reply& reply) { return reply.isBytes() ? reply.bytes : QByteArray(); }

} // namespace

JobInspector::JobInspector(
    RedisClient& client, RedisClock& clock, const QByteArray& prefix, const QByteArray& ours, JobWords words)
    : FrameworkInspector(client, clock)
    , m_clock(clock)
    , m_prefix(prefix)
    , m_ours(ours)
    , m_words(std::move(words))
    , m_workers(
          std::make_shared<JobWorkers>(client, prefix, JobWorkers::Traces{m_words.workersListen, m_words.namesWorkers}))
    , m_walk(
          client,
          [this](const QByteArray& key) {
              if (const QueueName name = queueOf(key); !name.isEmpty())
                  m_names.insert(name);
          },
          [this] { return int(m_names.size()); })
{ }

void JobInspector::forget()
{
    m_owners.clear();
    m_workers->forget();
    m_hashes.reset();
    m_siftsOnServer = true;
}

Result<std::vector<WorkerInfo>> JobInspector::workers()
{
    const auto now = this->now();
    if (!now)
        return now.error();
    auto queues = names();
    if (!queues)
        return queues.error();
    if (const auto looked = lookForOwners(*queues); !looked)
        return looked.error();
    std::erase_if(*queues, [this](const QueueName& queue) { return !isShown(knownOwner(queue)); });
    return m_workers->of(*queues, *now);
}

Result<std::vector<StatisticsBin>> JobInspector::statistics(const QueueName& queue, TimePoint from, TimePoint to)
{
    return readJobMetrics(client(), baseOf(queue), from, to);
}

std::unique_ptr<QueueCheckup> JobInspector::checkup(const QueueInfo& queue, const QueueName& called)
{
    if (!m_hashes)
        m_hashes = std::make_shared<JobHashes>(client(), m_prefix + ':');
    return std::make_unique<JobCheckup>(client(), m_clock, m_workers, m_hashes,
        JobCheckupPlace{queue, called, baseOf(queue.name), sourcesOf(queue.name), m_words.hasMarker, m_words.stalled});
}

std::unique_ptr<QueuePulse> JobInspector::pulse()
{
    return std::make_unique<JobPulse>(*this, client(), m_workers, m_prefix, m_words.hasMarker);
}

QueueOwner JobInspector::judge(const QueueName&, OwnerSigns signs) const { return ownerOf(signs); }

QueueOwner JobInspector::knownOwner(const QueueName& queue) const
{
    const auto known = m_owners.find(queue);
    return known == m_owners.end() ? QueueOwner::Nobody : known->second.owner;
}

Error JobInspector::noSuchQueue(const QueueName& queue) const
{
    const QueueOwner owner = knownOwner(queue);
    if (owner == QueueOwner::Unproven)
        return {ErrorCode::Refused, QString::fromUtf8(unprovenOwner(m_prefix))};
    if (owner != QueueOwner::Bull && owner != QueueOwner::Bullmq)
        return FrameworkInspector::noSuchQueue(queue);
    const QString name = owner == QueueOwner::Bull ? QStringLiteral("Bull") : QStringLiteral("BullMQ");
    const QString prefix = m_prefix == "bull" ? QString() : u':' + encodedPart(m_prefix);
    return {ErrorCode::NotFound, bulljobwords::queueIsOf(printable(queue), name, name.toLower(), prefix)};
}

Result<QueueInfo> JobInspector::queue(const QueueName& queue)
{
    auto info = FrameworkInspector::queue(queue);
    if (info || info.error().code != ErrorCode::NotFound)
        return info;
    if (const auto looked = lookForOwners({queue}); !looked)
        return looked.error();
    return noSuchQueue(queue);
}

Result<> JobInspector::lookForOwners(const std::vector<QueueName>& queues)
{
    const auto now = std::chrono::steady_clock::now();
    std::vector<QueueName> asked;
    std::size_t again = 0;
    for (const QueueName& queue : queues) {
        const auto known = m_owners.find(queue);
        if (known != m_owners.end() && (now - known->second.lookedAt < ownerBelieved || ++again > ownersPerRefresh))
            continue;
        asked.push_back(queue);
    }
    const auto ask = [this](const std::vector<Command>& commands) { return client().pipeline(commands); };
    for (std::size_t from = 0; from < asked.size(); from += ownersPerLook) {
        const std::size_t until = std::min(asked.size(), from + ownersPerLook);
        std::vector<QByteArray> bases;
        for (std::size_t i = from; i < until; ++i)
            bases.push_back(baseOf(asked[i]));
        const auto signs = readOwnerSigns(ask, bases, m_ours);
        if (!signs)
            return signs.error();
        for (std::size_t i = from; i < until; ++i)
            m_owners[asked[i]] = {judge(asked[i], (*signs)[i - from]), now};
    }
    return {};
}

Result<> JobInspector::settle(std::vector<QueueInfo>& infos)
{
    std::vector<QueueName> queues;
    for (const QueueInfo& info : infos)
        queues.push_back(info.name);
    if (const auto looked = lookForOwners(queues); !looked)
        return looked;
    std::erase_if(infos, [this](const QueueInfo& info) { return !isShown(knownOwner(info.name)); });
    for (QueueInfo& info : infos) {
        if (isDisputed(knownOwner(info.name)))
            info.note = ownerNote(knownOwner(info.name), m_prefix);
    }
    return {};
}

Command JobInspector::dueFieldsOf(const QueueName& queue, const QByteArray& member) const
{
    Command fields = BullJob::fieldsOf(baseOf(queue) + member, m_words);
    fields.push_back("opts");
    return fields;
}

DueSince JobInspector::dueSince(const QByteArray&, const Reply& fields) const
{
    if (fields.items.size() != BullJob::fieldCount + 1)
        return {};
    Reply listed = fields;
    const QByteArray opts = listed.items.back().bytes;
    listed.items.pop_back();
    const BullJob job = BullJob::read(listed);
    return {!job.isThere, job.dueSince(opts)};
}

Result<> JobInspector::judgeGone(
    std::vector<QueueInfo>& infos, const std::vector<std::pair<std::size_t, QByteArray>>& gone)
{
    std::vector<Command> pipeline;
    std::vector<std::size_t> asked;
    for (const auto& [info, id] : gone) {
        for (const QByteArray& base : JobOrphans::basesWithoutKeyPrefix(baseOf(infos[info].name), m_prefix)) {
            pipeline.push_back({"EXISTS", base + id});
            asked.push_back(info);
        }
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if ((*replies)[i].integer != 1)
            continue;
        QueueInfo& info = infos[asked[i]];
        info.oldestUnknown = true;
        if (info.note.isEmpty())
            info.note = JobOrphans::keyPrefixText(pipeline[i][1]);
    }
    return {};
}

Error JobInspector::noSuchJob(const QueueName& queue, const TaskId& id) const
{
    return {ErrorCode::NotFound, jobwords::noJob(printable(id), printable(queue))};
}

Result<std::vector<QueueName>> JobInspector::names()
{
    if (m_found)
        return m_found->names(*m_layout);
    if (const auto walked = m_walk.refresh(); !walked)
        return walked.error();
    return std::vector<QueueName>(m_names.begin(), m_names.end());
}

Result<> JobInspector::completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now)
{
    if (bins.empty() || now >= bins.back().to) // no lock can expire within the bins
        return {};
    const auto running = client().call({"LRANGE", baseOf(queue) + "active", "0", number(mostLocks - 1)});
    if (!running)
        return running.error();
    std::vector<Command> pipeline;
    for (const Reply& id : running->items)
        pipeline.push_back({"PTTL", baseOf(queue) + id.bytes + ":lock"});
    if (pipeline.empty())
        return {};
    const auto locks = client().pipeline(pipeline);
    if (!locks)
        return locks.error();
    TimelineBin* nowBin = binAt(bins, now);
    for (const Reply& lock : *locks) {
        if (!lock.isInteger() || lock.integer < 0)
            continue;
        if (nowBin && nowBin->counts[TaskState::Leased] > 0)
            --nowBin->counts[TaskState::Leased];
        if (TimelineBin* bin = binAt(bins, now + Millis(lock.integer)))
            ++bin->counts[TaskState::Leased];
    }
    return {};
}

Result<std::vector<FoundTask>> JobInspector::tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
    const std::vector<SourceEntry>& entries, bool withPayload)
{
    std::vector<FoundTask> found;
    if (entries.empty())
        return found;
    std::vector<Command> pipeline;
    for (const SourceEntry& entry : entries) {
        const QByteArray hash = hashOf(queue, entry.member, entry.state);
        pipeline.push_back(BullJob::fieldsOf(hash, m_words));
        pipeline.push_back({"HSTRLEN", hash, "data"});
        pipeline.push_back({"HSTRLEN", hash, "opts"});
        pipeline.push_back({"HSTRLEN", hash, "failedReason"});
        pipeline.push_back({"PTTL", hash + ":lock"});
        if (!m_words.limited.isEmpty())
            pipeline.push_back({"HEXISTS", baseOf(queue) + m_words.limited, entry.member});
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    const std::size_t perJob = repliesPerJob + (m_words.limited.isEmpty() ? 0 : 1);

    pipeline.clear();
    struct Text
    {
        std::size_t task;
        QByteArray field;
    };
    std::vector<Text> texts;
    std::vector<std::size_t> missing;
    qint64 bytes = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::span<const Reply> job(&(*replies)[i * perJob], perJob);
        FoundTask each;
        const BullJob read = BullJob::read(job[0]);
        if (!read.isThere && !job[0].isError() && entries[i].state != TaskState::Trash)
            missing.push_back(i);
        each.task = read.task(sources[entries[i].source], entries[i], job[4].integer, m_words);
        each.task.type = shownType(queue, each.task.type);
        if (!m_words.limited.isEmpty() && each.task.nativeState == "delayed" && job.back().integer == 1)
            each.task.nativeState = "limited";
        each.task.size = job[1].integer;
        each.task.maxAttempts = 1;
        if (job[0].isError() && each.task.error.isEmpty())
            each.task.error = errorFromReply(job[0].bytes).message.toUtf8();
        const QByteArray hash = hashOf(queue, entries[i].member, entries[i].state);
        const auto ask = [&](const char* field, qint64 size) {
            pipeline.push_back({"HGET", hash, field});
            texts.push_back({i, field});
            bytes += size;
        };
        if (job[2].integer > 0 && job[2].integer <= BullJob::longText)
            ask("opts", job[2].integer);
        if (job[3].integer > 0 && job[3].integer <= Task::previewedPayload)
            ask("failedReason", job[3].integer);
        else if (job[3].integer > 0)
            each.task.error = tooLongError(job[3].integer);
        each.isUnread = job[1].integer > longestRead;
        if (job[1].integer > 0 && !each.isUnread
            && (withPayload || (job[1].integer <= Task::previewedPayload && bytes < payloadsPerRead)))
            ask("data", job[1].integer);
        found.push_back(std::move(each));
    }
    for (std::size_t from = 0; from < texts.size();) {
        // Read large payloads individually.
        std::size_t until = from;
        qint64 together = 0;
        while (until < texts.size() && (until == from || together < payloadsPerRead)) {
            together += texts[until].field == "data" ? found[texts[until].task].task.size : BullJob::longText;
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
                each.task.error = value.left(BullJob::shownError);
            else
                each.payload = value;
        }
        from = until;
    }
    for (FoundTask& each : found) {
        each.task.maxAttempts = shownAttempts(each.task, each.task.maxAttempts);
        if (each.task.size <= Task::previewedPayload)
            each.task.preview = each.payload.left(Task::previewBytes);
    }
    if (const auto explained = explainMissing(queue, found, missing); !explained)
        return explained.error();
    return found;
}

Result<> JobInspector::explainMissing(
    const QueueName& queue, std::vector<FoundTask>& found, const std::vector<std::size_t>& missing)
{
    const std::vector<QByteArray> bases = JobOrphans::basesWithoutKeyPrefix(baseOf(queue), m_prefix);
    std::vector<Command> pipeline;
    for (const std::size_t i : missing) {
        for (const QByteArray& base : bases)
            pipeline.push_back({"EXISTS", base + found[i].task.id});
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if ((*replies)[i].integer == 1)
            found[missing[i / bases.size()]].task.error = JobOrphans::keyPrefixText(pipeline[i][1]);
    }
    return {};
}

std::vector<QByteArray> JobInspector::hashesOf(const QueueName& queue, const std::vector<SourceEntry>& entries) const
{
    std::vector<QByteArray> hashes;
    for (const SourceEntry& entry : entries)
        hashes.push_back(hashOf(queue, entry.member, entry.state));
    return hashes;
}

Result<std::vector<FoundTask>> JobInspector::errorsAt(
    const QueueName& queue, const std::vector<TaskSource>& sources, const std::vector<SourceEntry>& entries)
{
    const auto texts = JobText::read(client(), hashesOf(queue, entries), "failedReason");
    if (!texts)
        return texts.error();
    std::vector<FoundTask> found;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const JobText& text = (*texts)[i];
        BullJob job;
        job.name = text.name;
        job.isThere = text.isThere;
        FoundTask each;
        each.task = job.task(sources[entries[i].source], entries[i], 0, m_words);
        each.task.type = shownType(queue, each.task.type);
        if (text.hash.isError() && each.task.error.isEmpty())
            each.task.error = errorFromReply(text.hash.bytes).message.toUtf8();
        if (!text.text)
            each.task.error = tooLongError(text.size);
        else if (!text.text->isEmpty())
            each.task.error = text.text->left(BullJob::shownError);
        found.push_back(std::move(each));
    }
    return found;
}

Result<> JobInspector::siftOnServer(const QueueName& queue, const TaskFilter& wanted,
    const std::vector<QByteArray>& fields, std::vector<SourceEntry>& entries)
{
    if (wanted.isEmpty() || !m_siftsOnServer || (wanted.texts() && !wanted.texts()->types().isEmpty()))
        return {};
    std::vector<QByteArray> arguments{number(Task::previewedPayload),
        wanted.texts() && wanted.texts()->findsByItself() ? "1" : "0", number(fields.size())};
    arguments.insert(arguments.end(), fields.begin(), fields.end());
    for (const TaskFilter::Term& term : wanted.terms()) {
        const QByteArrayList escapes = ReadableText::escapesOf(term.text);
        arguments.insert(arguments.end(), {ReadableText::folded(term.text), number(escapes.size())});
        arguments.insert(arguments.end(), escapes.begin(), escapes.end());
    }
    const std::vector<QByteArray> hashes = hashesOf(queue, entries);
    std::vector<bool> mayMatch(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        mayMatch[i] = std::any_of(wanted.terms().begin(), wanted.terms().end(),
            [&](const TaskFilter::Term& term) { return ReadableText::containsFolded(entries[i].member, term.text); });
    }
    for (std::size_t from = 0; from < hashes.size();) {
        const std::size_t until = std::min(hashes.size(), from + siftedPerCall);
        const ScriptCall call{&FrameworkScripts::library("jobs")["siftjobs"],
            {hashes.begin() + qptrdiff(from), hashes.begin() + qptrdiff(until)}, arguments};
        const auto replies = client().run({call});
        if (!replies)
            return replies.error();
        const std::vector<Reply>& items = replies->front().items;
        if (replies->front().isError() || items.empty()) {
            m_siftsOnServer = false;
            return {};
        }
        for (std::size_t i = 1; i < items.size(); ++i) {
            if (items[i].integer >= 1 && items[i].integer <= qint64(until - from))
                mayMatch[from + std::size_t(items[i].integer) - 1] = true;
        }
        from += std::size_t(std::clamp<qint64>(items[0].integer, 1, qint64(until - from)));
    }
    std::size_t at = 0;
    std::erase_if(entries, [&](const SourceEntry&) { return !mayMatch[at++]; });
    return {};
}

Result<> JobInspector::sift(
    const QueueName& queue, const std::vector<TaskSource>&, const TaskFilter& filter, std::vector<SourceEntry>& entries)
{
    using Field = TaskFilter::Term::Field;
    for (const auto& [field, fields] : {std::pair(Field::Any, std::vector<QByteArray>{"data", "failedReason"}),
             std::pair(Field::Payload, std::vector<QByteArray>{"data"})}) {
        if (const auto sifted = siftOnServer(queue, filter.wanted({field}), fields, entries); !sifted)
            return sifted;
    }
    const auto keep = [&](const TaskFilter& wanted, const char* field) -> Result<> {
        if (wanted.isEmpty())
            return {};
        const auto texts = JobText::read(client(), hashesOf(queue, entries), field);
        if (!texts)
            return texts.error();
        std::size_t at = 0;
        std::erase_if(entries, [&](const SourceEntry& entry) {
            const JobText& text = (*texts)[at++];
            if (!text.isThere || (field && !text.text))
                return false; // the filter may match the displayed text, which differs from the stored text
            Task task;
            task.id = entry.member;
            task.state = entry.state;
            task.type = shownType(queue, text.name);
            const QByteArray found = text.text.value_or(QByteArray());
            task.error = found.left(BullJob::shownError);
            return !wanted.matches(task, found, {});
        });
        return {};
    };
    if (const auto kept = keep(filter.wanted({Field::Type}), nullptr); !kept)
        return kept;
    if (const auto kept = keep(filter.wanted({Field::Error, Field::SameError, Field::Kind}), "failedReason"); !kept)
        return kept;
    return keep(filter.wanted({Field::Payload, Field::Json}), "data");
}

Result<std::optional<SourceEntry>> JobInspector::placeOf(const QueueName& queue, const TaskId& id, TimePoint now)
{
    const JobPlaces::Job job{sourcesOf(queue), baseOf(queue) + id, id, m_seeksTrash};
    const auto places = JobPlaces::find(client(), {&job, 1}, now);
    if (!places)
        return places.error();
    return places->front();
}

Result<std::vector<OperationRecord>> JobInspector::operations(const QueueName& queue, int limit)
{
    return OperationStore::list(client(), keysOf(queue), queue, limit);
}

} // namespace dueline
