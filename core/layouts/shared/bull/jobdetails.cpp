// SPDX-License-Identifier: GPL-3.0-or-later
// Complete tasks: the functions of JobInspector that read details and payloads.
#include "core/layouts/shared/bull/jobinspector.h"

#include "core/base/text.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/layouts/shared/bull/joborphans.h"
#include "core/layouts/shared/jobs/jobplaces.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns the state and time that restoring a discarded job would give it. `set`: last part of the source's key.
std::optional<TaskPlace> restorePlace(
    const std::vector<TaskSource>& sources, const QByteArray& set, const QByteArray& score, TimePoint now)
{
    for (const TaskSource& source : sources) {
        if (source.state == TaskState::Trash || !source.key.endsWith(':' + set))
            continue;
        TaskPlace place{source.state, source.isDated() ? source.instantOf(score.toDouble()) : now};
        if (source.whenDue && place.at <= now)
            place.state = *source.whenDue;
        return place;
    }
    return std::nullopt;
}

} // namespace

Result<TaskDetail> JobInspector::task(const QueueName& queue, const TaskId& id)
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
    const auto replies = client().pipeline(detailCommands(hashOf(queue, id, (*place)->state)));
    if (!replies)
        return replies.error();
    const auto looked = lookForOwners({queue});
    return detailOf(queue, sources, **place, found->front(), *replies, *now, looked.ok());
}

std::vector<Command> JobInspector::detailCommands(const QByteArray& hash) const
{
    std::vector<Command> pipeline{BullJob::fieldsOf(hash, m_words), BullJob::furtherFieldsOf(hash, m_words),
        {"LRANGE", hash + ":logs", "-100", "-1"}, {"HMGET", hash, "dueline:set", "dueline:score"}};
    for (const QByteArray& children : m_words.childrenKeys)
        pipeline.push_back({"EXISTS", hash + children});
    return pipeline;
}

Result<TaskDetail> JobInspector::detailOf(const QueueName& queue, const std::vector<TaskSource>& sources,
    const SourceEntry& place, const FoundTask& found, std::span<const Reply> replies, TimePoint now, bool knowsOwner)
{
    const Reply& further = replies[1];
    if (further.items.size() != BullJob::furtherFieldCount)
        return further.isError() ? errorFromReply(further.bytes) : unexpectedReply();
    const auto text
        = [&further](std::size_t at) { return further.items[at].isBytes() ? further.items[at].bytes : QByteArray(); };
    TaskDetail detail;
    detail.task = found.task;
    detail.task.preview.clear();
    detail.options.maxAttempts = maxAttemptsOf(text(0));
    detail.task.maxAttempts = shownAttempts(detail.task, *detail.options.maxAttempts);
    detail.task.error = found.task.error.isEmpty() || !text(1).isEmpty() ? text(1) : found.task.error;
    detail.options.backoff = backoffOf(text(0));
    detail.attempts = attemptsOf(BullJob::read(replies[0]), text(2), text(1), place.state == TaskState::Done);
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
    tell("retried on", text(11));
    detail.inFlow = !m_words.childrenKeys.empty()
        && (!text(6).isEmpty()
            || std::any_of(replies.begin() + 4, replies.begin() + detailReplies(),
                [](const Reply& children) { return children.integer == 1; }));
    if (place.state == TaskState::Trash && replies[3].items.size() == 2)
        detail.restoresTo = restorePlace(sources, replies[3].items[0].bytes, replies[3].items[1].bytes, now);
    QByteArray logs;
    for (const Reply& line : replies[2].items)
        logs += line.bytes + '\n';
    tell("logs", logs);
    if (knowsOwner)
        tell("note", ownerNote(knownOwner(queue), m_prefix));
    if (detail.task.nativeState == "waiting-children") {
        const auto lost = JobOrphans::lostChildren(client(), hashOf(queue, place.member, place.state));
        detail.task.stuck = lost && !lost->empty();
        if (detail.task.stuck)
            tell("missing children",
                bulljobwords::childrenAreMissing(
                    qint64(lost->size()), printable(lost->front(), 100).toUtf8() + (lost->size() > 1 ? ", …" : "")));
    }
    return detail;
}

/// Reads most tasks with one pipeline. Tasks that are too large or incomplete are read individually.
Result<std::vector<std::optional<TaskRecord>>> JobInspector::readRecords(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    if (ids.size() < 2 || ids.size() > taskRecords)
        return QueueInspector::readRecords(queue, ids);
    const auto now = this->now();
    if (!now)
        return now.error();
    const std::vector<TaskSource> sources = sourcesOf(queue);
    std::vector<JobPlaces::Job> jobs;
    for (const TaskId& id : ids)
        jobs.push_back({sources, baseOf(queue) + id, id, m_seeksTrash});
    const auto places = JobPlaces::find(client(), jobs, *now);
    if (!places)
        return places.error();
    std::vector<SourceEntry> entries;
    for (const JobPlaces::Place& place : *places) {
        if (place && *place)
            entries.push_back(**place);
    }
    const auto found = tasksAt(queue, sources, entries, false);
    if (!found)
        return found.error();
    const auto isComplete = [&found](std::size_t i) { return (*found)[i].payload.size() == (*found)[i].task.size; };
    std::vector<Command> pipeline;
    qint64 bytes = 0;
    std::size_t read = 0; // number of entries to read in this round
    for (; read < entries.size() && bytes < wholeBytes; ++read) {
        const FoundTask& each = (*found)[read];
        const QByteArray hash = hashOf(queue, entries[read].member, entries[read].state);
        const std::vector<Command> commands = detailCommands(hash);
        pipeline.insert(pipeline.end(), commands.begin(), commands.end());
        // A hash whose data is missing or too long is read individually later.
        const bool isRead = isComplete(read) || each.isUnread;
        pipeline.push_back(isRead ? Command{"HEXISTS", hash, "data"} : Command{"HGET", hash, "data"});
        bytes += each.task.size;
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    const auto looked = lookForOwners({queue});
    const std::size_t perJob = detailReplies() + 1;
    std::vector<std::optional<TaskRecord>> records;
    std::size_t next = 0; // index of the next entry
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const JobPlaces::Place& place = (*places)[i];
        if (place && !*place) {
            records.emplace_back();
            continue;
        }
        if (place && next == read)
            break;
        if (place) {
            const std::span<const Reply> job(&(*replies)[next * perJob], perJob);
            const FoundTask& each = (*found)[next];
            const bool isThere = job.back().isBytes() || (isComplete(next) && job.back().integer == 1);
            auto detail = detailOf(queue, sources, entries[next], each, job, *now, looked.ok());
            ++next;
            if (detail && isThere && !each.isUnread && !job.front().isError()) {
                records.push_back(
                    TaskRecord{*std::move(detail), job.back().isBytes() ? job.back().bytes : each.payload});
                continue;
            }
        }
        auto one = QueueInspector::readRecords(queue, {ids[i]});
        if (!one)
            return one.error();
        records.push_back(std::move(one->front()));
    }
    return records;
}

Result<QByteArray> JobInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const QByteArray hash = hashOf(queue, id, TaskState::Due);
    const QByteArray trashed = hashOf(queue, id, TaskState::Trash);
    const auto sizes = client().pipeline(
        {{"EXISTS", hash}, {"HSTRLEN", hash, "data"}, {"HSTRLEN", trashed, "data"}, {"EXISTS", trashed}});
    if (!sizes)
        return sizes.error();
    const bool isThere = sizes->front().integer == 1 && !(m_seeksTrash && (*sizes)[3].integer == 1);
    const qint64 size = (*sizes)[isThere ? 1 : 2].integer;
    if (size > longestRead)
        return tooLong(jobwords::payloadOf(printable(id)), size);
    const auto replies = client().pipeline({{"HGET", isThere ? hash : trashed, "data"}});
    if (!replies)
        return replies.error();
    const Reply& data = replies->front();
    if (isThere && data.isError())
        return errorFromReply(data.bytes);
    if (!isThere && !data.isBytes())
        return noSuchJob(queue, id);
    const qint64 first = std::clamp<qint64>(offset, 0, data.bytes.size());
    return length < 0 ? data.bytes.mid(first) : data.bytes.mid(first, length);
}

} // namespace dueline
