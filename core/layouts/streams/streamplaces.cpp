// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamplaces.h"

#include "core/base/duration.h"
#include "core/layouts/shared/jobs/memberids.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/errorclass.h"

#include <algorithm>
#include <climits>
#include <set>

namespace dueline {

namespace {

constexpr qint64 perPendingRead = 1'000;
constexpr qint64 mostDelayedSearched = 100'000;
constexpr qint64 perDelayedRead = 500;
constexpr std::size_t mostFieldFacts = 30;
/// Earliest plausible delivery time. Releasing an entry sets an earlier one (XCLAIM with TIME 0).
constexpr TimePoint firstDelivery{Millis(dayMs)};
const QByteArray delayedLead = "bytes-";

/// Parts of a queue, in search order.
enum class StreamPlace : quint8 { Delayed, Waiting, Pending, DeadLetters, Handled, End };
constexpr QByteArrayView placeLetters = "dwpfh";

QByteArray afterTask(const QByteArray& id) { return '(' + id; }

/// Sets the payload and type. A message without a type gets its stream's name.
void fillMessage(StreamTask& result, StreamMessage message, const QByteArray& key)
{
    result.task.type = message.type.isEmpty() ? key : std::move(message.type);
    result.task.size = message.payload.size();
    if (message.payload.size() <= Task::previewedPayload)
        result.task.preview = message.payload.left(Task::previewBytes);
    result.payload = std::move(message.payload);
    result.stored = std::move(message.stored);
}

/// Adds an entry's fields to a task, except for the payload. Adds none if the payload consists of all fields.
void addFields(StreamTask& result, const StreamEntry& entry, const QByteArray& payloadField)
{
    for (const auto& [name, value] : entry.fields) {
        if (name != payloadField && !payloadField.isEmpty() && result.facts.size() < mostFieldFacts)
            result.facts.push_back({name, value});
    }
}

bool mayHoldState(StreamPlace place, StateSet states)
{
    switch (place) {
    case StreamPlace::Delayed:
        return states.contains(TaskState::Scheduled) || states.contains(TaskState::Due);
    case StreamPlace::Waiting:
        return states.contains(TaskState::Due);
    case StreamPlace::Pending:
        return states.contains(TaskState::Leased);
    case StreamPlace::DeadLetters:
        return states.contains(TaskState::Failed);
    case StreamPlace::Handled:
        return states.contains(TaskState::Done);
    case StreamPlace::End:
        break;
    }
    return false;
}

} // namespace

QByteArray StreamDelivery::token() const { return number(deliveries) + '-' + consumer + '-' + number(toMs(at)); }

StreamDelivery StreamDelivery::ofToken(const QByteArray& token)
{
    const qsizetype first = token.indexOf('-');
    const qsizetype last = token.lastIndexOf('-');
    if (first < 0 || last <= first)
        return {};
    return {token.mid(first + 1, last - first - 1), token.left(first).toLongLong(),
        fromMs(token.mid(last + 1).toLongLong())};
}

StateSet StreamQueue::states() const
{
    StateSet states{TaskState::Due, TaskState::Leased, TaskState::Done, TaskState::Trash};
    if (!spec.dead.isEmpty())
        states.insert(TaskState::Failed);
    if (!spec.delayed.isEmpty())
        states.insert(TaskState::Scheduled);
    return states;
}

QByteArray StreamQueue::version() const
{
    return group.lastDeliveredText + ' ' + facts.first + ' ' + facts.last + ' ' + number(facts.length) + ' '
        + number(facts.added.value_or(0)) + ' ' + number(group.pending);
}

StreamRange StreamQueue::waiting() const { return {key(), afterTask(group.lastDeliveredText)}; }

StreamRange StreamQueue::handled(bool newestFirst) const
{
    return newestFirst ? StreamRange{key(), group.lastDeliveredText, "-", true, group.name}
                       : StreamRange{key(), "-", group.lastDeliveredText, false, group.name};
}

StreamRange StreamQueue::deadLetters(bool newestFirst) const
{
    return newestFirst ? StreamRange{spec.dead, "+", "-", true} : StreamRange{spec.dead};
}

TaskId StreamPlaces::delayedId(const QByteArray& member) { return delayedLead + MemberNames::digestOf(member); }

bool StreamPlaces::isDelayedId(const TaskId& id) { return id.startsWith(delayedLead); }

StreamTask StreamPlaces::discardedTask(const StreamQueue& queue, const StreamDiscard& discard) const
{
    StreamTask result = discard.isDelayed ? delayedTask(queue, discard.entry.id, 0, {})
                                          : entryTask(queue, discard.entry, TaskState::Trash, {});
    result.task.id = discard.name;
    result.task.state = TaskState::Trash;
    result.task.at = discard.at;
    result.task.dueAt.reset();
    result.task.untimed = false;
    result.task.nativeState = "discarded";
    return result;
}

StreamTask StreamPlaces::entryTask(
    const StreamQueue& queue, const StreamEntry& entry, TaskState state, TimePoint now) const
{
    StreamTask result;
    Task& task = result.task;
    StreamMessage message = StreamMessage::of(entry, queue.spec.payload);
    addFields(result, entry, message.field);
    fillMessage(result, std::move(message), queue.key());
    task.id = entry.id;
    task.state = state;
    task.addedAt = streamId(entry.id).at();
    task.untimed = !task.addedAt;
    task.at = task.addedAt.value_or(state == TaskState::Due ? now : TimePoint());
    if (state == TaskState::Due)
        task.dueAt = task.at;
    task.nativeState = state == TaskState::Due ? "waiting" : state == TaskState::Done ? "handled" : "dead letter";
    return result;
}

StreamTask StreamPlaces::pendingTask(const StreamQueue& queue, const Pending& pending, const StreamEntry* entry) const
{
    StreamTask result = entry ? entryTask(queue, *entry, TaskState::Leased, {}) : StreamTask();
    Task& task = result.task;
    if (!entry)
        task.type = queue.key();
    task.id = pending.id;
    task.state = TaskState::Leased;
    task.untimed = true;
    task.addedAt = streamId(pending.id).at();
    task.dueAt = task.addedAt;
    task.worker = pending.consumer;
    task.attempt = int(std::min<qint64>(pending.deliveries, INT_MAX));
    const TimePoint delivered = pending.readAt - Millis(pending.idle);
    const bool isReleased = delivered < firstDelivery;
    task.at = isReleased ? TimePoint() : delivered;
    task.token = StreamDelivery{pending.consumer, pending.deliveries, isReleased ? TimePoint() : delivered}.token();
    task.nativeState = !entry ? "ghost" : pending.consumer.isEmpty() ? "nacked" : isReleased ? "released" : "pending";
    if (!entry)
        task.error = "The message was trimmed or deleted; the group still lists it as pending.";
    std::vector<TaskFact> facts{{"deliveries", number(pending.deliveries)}};
    if (!isReleased) {
        facts.push_back({"delivered", formatInstant(delivered).toLatin1()});
        facts.push_back({"idle", formatDuration(Millis(pending.idle)).toLatin1()});
    }
    result.facts.insert(result.facts.begin(), facts.begin(), facts.end());
    return result;
}

StreamTask StreamPlaces::delayedTask(const StreamQueue& queue, const QByteArray& member, double score, TimePoint now)
{
    StreamTask result;
    fillMessage(result, StreamMessage::ofMember(member), queue.key());
    result.task.id = delayedId(member);
    result.task.at = fromMs(qint64(score));
    result.task.dueAt = result.task.at;
    result.task.state = result.task.at <= now ? TaskState::Due : TaskState::Scheduled;
    result.task.nativeState = "delayed";
    return result;
}

/// Reads pending entries by id, in batches, because XPENDING with IDLE would check all of them in one command.
Result<std::vector<StreamPlaces::Pending>> StreamPlaces::pending(
    const StreamQueue& queue, const QByteArray& from, const QByteArray& to, qint64 most)
{
    std::vector<Pending> entries;
    QByteArray at = from;
    while (qint64(entries.size()) < most) {
        const qint64 limit = std::min(perPendingRead, most - qint64(entries.size()));
        const auto replies
            = m_client.pipeline({{"TIME"}, {"XPENDING", queue.key(), queue.group.name, at, to, number(limit)}});
        if (!replies)
            return replies.error();
        const Reply& time = (*replies)[0];
        const Reply& page = (*replies)[1];
        if (page.isError())
            return errorFromReply(page.bytes);
        if (time.items.size() != 2)
            return unexpectedReply();
        const TimePoint readAt
            = fromMs(time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000);
        for (const Reply& entry : page.items) {
            if (entry.items.size() == 4)
                entries.push_back({entry.items[0].bytes, entry.items[1].bytes, entry.items[2].integer,
                    entry.items[3].integer, readAt});
        }
        if (qint64(page.items.size()) < limit || entries.empty())
            break;
        at = afterTask(entries.back().id);
    }
    return entries;
}

/// Reads the messages of pending entries, a limited number at a time.
Result<std::vector<StreamTask>> StreamPlaces::leased(
    const StreamQueue& queue, const std::vector<Pending>& entries, bool withPayload)
{
    std::vector<StreamTask> tasks;
    while (tasks.size() < entries.size()) {
        const std::size_t from = tasks.size();
        const std::size_t until = std::min(entries.size(), from + std::size_t(m_walk.entriesPerRead()));
        std::vector<Command> pipeline;
        for (std::size_t i = from; i < until; ++i)
            pipeline.push_back({"XRANGE", queue.key(), entries[i].id, entries[i].id});
        const auto replies = m_client.pipeline(pipeline);
        if (!replies)
            return replies.error();
        std::vector<StreamEntry> read;
        for (std::size_t i = from; i < until; ++i) {
            const Reply& reply = (*replies)[i - from];
            if (reply.isError())
                return errorFromReply(reply.bytes);
            std::vector<StreamEntry> entry = StreamEntry::of(reply);
            tasks.push_back(pendingTask(queue, entries[i], entry.empty() ? nullptr : &entry.front()));
            if (!withPayload)
                tasks.back().payload.clear();
            if (!entry.empty())
                read.push_back(std::move(entry.front()));
        }
        m_walk.note(read);
    }
    return tasks;
}

Result<std::vector<StreamTask>> StreamPlaces::pendingPage(const StreamQueue& queue, qint64 offset, qint64 limit)
{
    const bool isSorted = queue.group.pending <= mostSorted;
    auto entries = pending(queue, "-", "+", isSorted ? mostSorted : offset + limit);
    if (!entries)
        return entries.error();
    if (isSorted) {
        std::stable_sort(entries->begin(), entries->end(),
            [](const Pending& a, const Pending& b) { return a.readAt - Millis(a.idle) < b.readAt - Millis(b.idle); });
    }
    const qint64 from = std::min<qint64>(offset, qint64(entries->size()));
    const qint64 to = std::min<qint64>(offset + limit, qint64(entries->size()));
    return leased(queue, {entries->begin() + from, entries->begin() + to}, false);
}

Result<std::vector<StreamTask>> StreamPlaces::delayed(
    const StreamQueue& queue, const QByteArray& from, const QByteArray& to, qint64 offset, qint64 limit, TimePoint now)
{
    std::vector<StreamTask> tasks;
    const auto reply = m_client.call(
        {"ZRANGE", queue.spec.delayed, from, to, "BYSCORE", "LIMIT", number(offset), number(limit), "WITHSCORES"});
    if (!reply)
        return reply.error();
    for (std::size_t i = 0; i + 1 < reply->items.size(); i += 2)
        tasks.push_back(delayedTask(queue, reply->items[i].bytes, reply->items[i + 1].bytes.toDouble(), now));
    return tasks;
}

Result<std::vector<StreamTask>> StreamPlaces::page(const StreamQueue& queue, const Slice& slice, TimePoint now)
{
    const auto& [state, offset, limit, delayedDue, oldestFirst] = slice;
    std::vector<StreamTask> tasks;
    if (limit <= 0 || !queue.states().contains(state))
        return tasks;
    const QByteArray nowScore = number(toMs(now));
    if (state == TaskState::Scheduled)
        return delayed(queue, afterTask(nowScore), "+inf", offset, limit, now);
    if (state == TaskState::Leased)
        return pendingPage(queue, offset, limit);
    const bool waits = state == TaskState::Due;
    if (waits && offset < delayedDue) {
        auto due = delayed(queue, "-inf", nowScore, offset, std::min(limit, delayedDue - offset), now);
        if (!due)
            return due.error();
        tasks = *std::move(due);
    }
    const qint64 left = limit - qint64(tasks.size());
    if (left <= 0)
        return tasks;
    const qint64 begin = waits ? std::max<qint64>(offset - delayedDue, 0) : offset;
    const StreamRange range = waits ? queue.waiting()
        : state == TaskState::Done  ? queue.handled(!oldestFirst)
                                    : queue.deadLetters(!oldestFirst);
    const auto read
        = m_walk.page(range, queue.version(), begin, left, [&, state = slice.state](const StreamEntry& entry) {
              tasks.push_back(entryTask(queue, entry, state, now));
              tasks.back().payload.clear(); // lists show only a preview of the payload
              tasks.back().facts.clear();
          });
    if (!read)
        return read.error();
    return tasks;
}

Result<std::vector<StreamTask>> StreamPlaces::next(
    const StreamQueue& queue, StateSet states, QByteArray& cursor, int examine, TimePoint now, const QByteArray& ids)
{
    if (cursor.isEmpty() && !ids.isEmpty()) {
        auto like = findLike(queue, ids, states, now);
        if (!like)
            return like.error();
        if (*like)
            return **std::move(like);
    }
    auto place = StreamPlace::Delayed;
    QByteArray at;
    if (!cursor.isEmpty()) {
        const qsizetype letter = placeLetters.indexOf(cursor.front());
        if (letter < 0)
            return Error{ErrorCode::Usage, QStringLiteral("This cursor does not belong to a search in a stream.")};
        place = StreamPlace(letter);
        at = cursor.mid(1);
    }
    const StateSet held = states.intersected(queue.states());
    while (place != StreamPlace::End
        && (!mayHoldState(place, held) || (place == StreamPlace::Delayed && queue.spec.delayed.isEmpty()))) {
        place = StreamPlace(int(place) + 1);
        at.clear();
    }
    std::vector<StreamTask> tasks;
    if (place == StreamPlace::Delayed) {
        // The position is `SCORE PASSED`. PASSED is the number of messages with this score that have been read.
        const qsizetype blank = at.indexOf(' ');
        const QByteArray from = blank < 0 ? QByteArray("-inf") : at.left(blank);
        const qint64 passed = blank < 0 ? 0 : at.mid(blank + 1).toLongLong();
        const auto reply = m_client.call({"ZRANGE", queue.spec.delayed, from, "+inf", "BYSCORE", "LIMIT",
            number(passed), number(examine), "WITHSCORES"});
        if (!reply)
            return reply.error();
        const std::size_t read = reply->items.size() / 2;
        for (std::size_t i = 0; i < read; ++i)
            tasks.push_back(
                delayedTask(queue, reply->items[2 * i].bytes, reply->items[2 * i + 1].bytes.toDouble(), now));
        at.clear();
        if (qint64(read) == examine && read > 0) {
            const QByteArray last = reply->items.back().bytes;
            qint64 equal = 0;
            for (std::size_t i = 0; i < read; ++i)
                equal += reply->items[2 * i + 1].bytes == last ? 1 : 0;
            at = last + ' ' + number(equal + (last == from ? passed : 0));
        }
    } else if (place == StreamPlace::Pending) {
        const auto entries = pending(queue, at.isEmpty() ? QByteArray("-") : afterTask(at), "+", examine);
        if (!entries)
            return entries.error();
        auto read = leased(queue, *entries, true);
        if (!read)
            return read.error();
        tasks = *std::move(read);
        at = qint64(entries->size()) == examine && examine > 0 ? entries->back().id : QByteArray();
    } else if (place != StreamPlace::End) {
        const StreamRange range = place == StreamPlace::Waiting ? queue.waiting()
            : place == StreamPlace::Handled                     ? queue.handled(false)
                                                                : queue.deadLetters(false);
        const TaskState state = place == StreamPlace::Waiting ? TaskState::Due
            : place == StreamPlace::Handled                   ? TaskState::Done
                                                              : TaskState::Failed;
        const auto entries = m_walk.next(range, at, examine);
        if (!entries)
            return entries.error();
        for (const StreamEntry& entry : *entries)
            tasks.push_back(entryTask(queue, entry, state, now));
    }
    if (at.isEmpty() && place != StreamPlace::End)
        place = StreamPlace(int(place) + 1);
    while (at.isEmpty() && place != StreamPlace::End && !mayHoldState(place, held))
        place = StreamPlace(int(place) + 1);
    cursor = place == StreamPlace::End ? QByteArray() : placeLetters[int(place)] + at;
    std::erase_if(tasks, [states](const StreamTask& task) { return !states.contains(task.task.state); });
    return tasks;
}

Result<std::optional<StreamTask>> StreamPlaces::find(
    const StreamQueue& queue, const TaskId& id, StateSet states, TimePoint now)
{
    const auto sought = [states](StreamTask task) {
        return states.contains(task.task.state) ? std::optional(std::move(task)) : std::nullopt;
    };
    if (id.startsWith(delayedLead) && !queue.spec.delayed.isEmpty()) {
        for (qint64 offset = 0; offset < mostDelayedSearched; offset += perDelayedRead) {
            auto some = delayed(queue, "-inf", "+inf", offset, perDelayedRead, now);
            if (!some)
                return some.error();
            for (StreamTask& task : *some) {
                if (task.task.id == id)
                    return sought(std::move(task));
            }
            if (qint64(some->size()) < perDelayedRead)
                break;
        }
        return std::optional<StreamTask>();
    }
    if (!StreamId::of(id))
        return std::optional<StreamTask>();
    std::vector<Command> pipeline{{"XRANGE", queue.key(), id, id}};
    if (!queue.spec.dead.isEmpty())
        pipeline.push_back({"XRANGE", queue.spec.dead, id, id});
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return errorFromReply(reply.bytes);
    }
    const auto held = pending(queue, id, id, 1);
    if (!held)
        return held.error();
    const std::vector<StreamEntry> entries = StreamEntry::of(replies->front());
    std::optional<StreamTask> found;
    if (!held->empty()) {
        found = sought(pendingTask(queue, held->front(), entries.empty() ? nullptr : &entries.front()));
    } else if (!entries.empty()) {
        const bool waits = streamId(id) > queue.group.lastDelivered;
        found = sought(entryTask(queue, entries.front(), waits ? TaskState::Due : TaskState::Done, now));
    }
    if (found || replies->size() < 2)
        return found;
    const std::vector<StreamEntry> dead = StreamEntry::of(replies->back());
    return dead.empty() ? found : sought(entryTask(queue, dead.front(), TaskState::Failed, now));
}

Result<std::optional<std::vector<StreamTask>>> StreamPlaces::findLike(
    const StreamQueue& queue, const QByteArray& pattern, StateSet states, TimePoint now)
{
    constexpr qsizetype msDigits = 13; // from 2001 to 2286
    constexpr quint64 firstLonger = 10'000'000'000'000;
    constexpr qint64 mostSameMs = 200;
    const QByteArray part = pattern.mid(1).chopped(pattern.size() > 1 ? 1 : 0);
    const bool isPart = pattern.startsWith('*') && pattern.endsWith('*') && part.indexOf('-') == msDigits
        && StreamId::of(part) && streamId(queue.facts.last).ms < firstLonger;
    if (!isPart)
        return std::optional<std::vector<StreamTask>>();
    const QByteArray ms = part.left(msDigits);
    std::vector<Command> pipeline{{"XRANGE", queue.key(), ms, ms, "COUNT", number(mostSameMs)},
        {"XPENDING", queue.key(), queue.group.name, ms, ms, number(mostSameMs)}};
    if (!queue.spec.dead.isEmpty())
        pipeline.push_back({"XRANGE", queue.spec.dead, ms, ms, "COUNT", number(mostSameMs)});
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::set<TaskId> ids;
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return errorFromReply(reply.bytes);
        if (qint64(reply.items.size()) == mostSameMs)
            return std::optional<std::vector<StreamTask>>();
        for (const Reply& entry : reply.items) {
            if (!entry.items.empty() && entry.items.front().bytes.startsWith(part))
                ids.insert(entry.items.front().bytes);
        }
    }
    std::vector<StreamTask> tasks;
    for (const TaskId& id : ids) {
        auto task = find(queue, id, states, now);
        if (!task)
            return task.error();
        if (*task)
            tasks.push_back(**std::move(task));
    }
    return std::optional(std::move(tasks));
}

} // namespace dueline
