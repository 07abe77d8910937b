// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedtrash.h"

#include "core/layouts/port/aclrights.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 trashBytesPerRound
    = 8 * 1024 * 1024; ///< number of bytes of payloads after which a round of reads ends
constexpr qint64 mostTrashBytes = 64 * 1024 * 1024; ///< maximum number of bytes of payloads to read for a page
constexpr qint64 longestTrashedPayload
    = 64 * 1024 * 1024; ///< maximum size of a payload in bytes, if a single task is read

/// Returns the part of a key that determines its cluster slot; empty if the key has no hash tag.
QByteArray hashTagOf(const QByteArray& key)
{
    const qsizetype open = key.indexOf('{');
    const qsizetype close = open < 0 ? -1 : key.indexOf('}', open + 1);
    return close > open + 1 ? key.mid(open + 1, close - open - 1) : QByteArray();
}

/// Returns the layout's name with its parameters and a digest of the keys that it may change, so that queues with
/// different layout files or different prefixes have different trash keys.
QByteArray trashLayoutOf(const Description& description)
{
    QByteArray name = description.name;
    if (!description.reachDigest.isEmpty())
        name += '~' + description.reachDigest;
    char separator = '?';
    for (const DescribedParameter& parameter : description.parameters) {
        name += separator + parameter.name + '=' + parameter.value;
        separator = '&';
    }
    return name;
}

} // namespace

OverlayKeys DescribedTrash::keysOf(
    const Description& description, const QueueName& queue, const QueueName& shared, bool isCluster)
{
    const bool isShared = queue == shared;
    Variables values{{"id", "-"}, {"time", "0"}, {"worker", "-"}};
    if (!isShared)
        values["queue"] = queue;
    OverlayKeys keys;
    for (const DescribedPlace& place : description.places) {
        const bool isElsewhere
            = description.queues.source != DescribedQueues::Source::Names && place.isShared() != isShared;
        // The scripts declare this key, so the Redis user needs write permission for it.
        if (isElsewhere || place.state == TaskState::Leased || place.kind == DescribedPlace::Kind::Hash
            || place.kind == DescribedPlace::Kind::Stream)
            continue;
        values["bucket"] = QByteArray::number(place.buckets ? place.buckets->first : 0);
        const QByteArray key = place.key.render(values).value_or(QByteArray());
        if (key.isEmpty())
            continue;
        if (keys.base.isEmpty())
            keys.base = key;
        if (!hashTagOf(key).isEmpty()) {
            keys.base = key;
            break;
        }
    }
    const QByteArray tag = isCluster && hashTagOf(keys.base).isEmpty() ? keys.base : hashTagOf(keys.base);
    keys.overlay = OverlayKeys::overlayOf(description.ownPrefix) + (tag.isEmpty() ? QByteArray() : '{' + tag + '}')
        + (isShared ? QByteArray() : queue) + '@' + trashLayoutOf(description) + ':';
    return keys;
}

std::optional<QueueName> DescribedTrash::queueOf(const Description& description, const QByteArray& key)
{
    const auto beginning
        = key.startsWith(OverlayKeys::overlayOf(description.ownPrefix)) ? OverlayKeys::beginningOf(key) : std::nullopt;
    const QByteArray ending = '@' + trashLayoutOf(description) + ':';
    if (!beginning || !beginning->endsWith(ending))
        return std::nullopt;
    const QByteArray queue = beginning->chopped(ending.size());
    return queue.startsWith('{') ? queue.mid(queue.indexOf('}') + 1) : queue;
}

QByteArray DescribedTrash::rightsPattern(const Description& description)
{
    return "*@" + aclQuoted(trashLayoutOf(description)) + ":*";
}

Result<std::vector<DescribedTask>> DescribedTrash::page(qint64 offset, qint64 limit)
{
    const auto reply
        = m_client.call({"ZRANGE", m_keys.trash(), number(offset), number(offset + limit - 1), "REV", "WITHSCORES"});
    if (!reply && reply.error().code == ErrorCode::Permission)
        return std::vector<DescribedTask>();
    if (!reply)
        return reply.error();
    std::vector<std::pair<QByteArray, TimePoint>> names;
    for (std::size_t i = 0; i + 1 < reply->items.size(); i += 2)
        names.emplace_back(reply->items[i].bytes, fromMs(qint64(reply->items[i + 1].bytes.toDouble())));
    return read(names, TaskAssembler::mostUnasked);
}

Result<std::optional<DescribedTask>> DescribedTrash::find(const TaskId& name)
{
    const auto score = m_client.call({"ZSCORE", m_keys.trash(), name});
    if ((!score && score.error().code == ErrorCode::Permission) || (score && !score->isBytes()))
        return std::optional<DescribedTask>();
    if (!score)
        return score.error();
    auto found = read({{name, fromMs(qint64(score->bytes.toDouble()))}}, longestTrashedPayload);
    if (!found)
        return found.error();
    return found->empty() ? std::optional<DescribedTask>() : std::optional(std::move(found->front()));
}

/// Reads the fields of trashed tasks in several rounds, so that no reply is too long. Leaves out payloads that are
/// longer than `longest`, and all others once `mostTrashBytes` bytes have been read.
Result<std::vector<DescribedTrash::Stored>> DescribedTrash::stored(
    const std::vector<std::pair<QByteArray, TimePoint>>& names, qint64 longest)
{
    std::vector<Command> commands;
    for (const auto& [name, at] : names) {
        commands.push_back({"HSTRLEN", m_keys.trashed(name), "member"});
        commands.push_back({"HSTRLEN", m_keys.trashed(name), "payload"});
    }
    const auto lengths = askInParts(m_client, commands);
    if (!lengths)
        return lengths.error();
    std::vector<Stored> stored(names.size());
    qint64 all = 0;
    for (std::size_t from = 0; from < names.size();) {
        const std::size_t first = from;
        qint64 bytes = 0;
        commands.clear();
        for (; from < names.size() && bytes <= trashBytesPerRound; ++from) {
            const qint64 length = (*lengths)[2 * from + 1].integer;
            const bool isRead = length <= longest && (all == 0 || all + length <= mostTrashBytes);
            stored[from].length = length;
            commands.push_back({"HMGET", m_keys.trashed(names[from].first), "place", "key", "member", "score", "has"});
            if (isRead)
                commands.back().push_back("payload");
            bytes += (*lengths)[2 * from].integer + (isRead ? length : 0);
            all += isRead ? length : 0;
        }
        auto replies = askInParts(m_client, commands);
        if (!replies)
            return replies.error();
        for (std::size_t i = first; i < from; ++i)
            stored[i].fields = std::move((*replies)[i - first].items);
    }
    return stored;
}

Result<std::vector<DescribedTask>> DescribedTrash::read(
    const std::vector<std::pair<QByteArray, TimePoint>>& names, qint64 longest)
{
    const auto all = stored(names, longest);
    if (!all)
        return all.error();
    std::vector<DescribedTask> tasks;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::vector<Reply>& fields = (*all)[i].fields;
        constexpr std::size_t payloadField = 5;
        if (fields.size() < payloadField || !fields[0].isBytes())
            continue; // the task has expired
        const bool hasPayload = fields[4].bytes == "1";
        const auto payload
            = hasPayload && fields.size() > payloadField ? std::optional(fields[payloadField].bytes) : std::nullopt;
        const auto place = std::find_if(m_description.places.begin(), m_description.places.end(),
            [&](const DescribedPlace& each) { return each.name == fields[0].bytes; });
        if (place == m_description.places.end())
            continue; // the file has changed since the task was discarded
        const std::vector<PlaceKey> keys{{std::size_t(place - m_description.places.begin()), fields[1].bytes,
            place->key.match(fields[1].bytes).value_or(Variables())}};
        const PlaceEntry entry{0, fields[2].bytes, fields[3].bytes, {}, place->state, fields[2].bytes.size()};
        DescribedTask task
            = TaskAssembler(m_client, m_description, keys, names[i].second).known(entry, payload, m_isShared);
        task.task.id = names[i].first;
        task.task.exact.clear();
        task.task.state = task.entry.state = TaskState::Trash;
        task.task.at = names[i].second;
        task.task.untimed = false;
        task.task.dueAt.reset();
        task.isUnread = hasPayload && !payload;
        if (task.isUnread) {
            task.damage.clear();
            task.task.size = (*all)[i].length;
        }
        tasks.push_back(std::move(task));
    }
    return tasks;
}

} // namespace dueline
