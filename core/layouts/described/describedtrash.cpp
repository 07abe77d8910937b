// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describedtrash.h"

#include "core/layouts/port/aclrights.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

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
    return read(names);
}

Result<std::optional<DescribedTask>> DescribedTrash::find(const TaskId& name)
{
    const auto score = m_client.call({"ZSCORE", m_keys.trash(), name});
    if ((!score && score.error().code == ErrorCode::Permission) || (score && !score->isBytes()))
        return std::optional<DescribedTask>();
    if (!score)
        return score.error();
    auto found = read({{name, fromMs(qint64(score->bytes.toDouble()))}});
    if (!found)
        return found.error();
    return found->empty() ? std::optional<DescribedTask>() : std::optional(std::move(found->front()));
}

Result<std::vector<DescribedTask>> DescribedTrash::read(const std::vector<std::pair<QByteArray, TimePoint>>& names)
{
    std::vector<Command> commands;
    for (const auto& [name, at] : names)
        commands.push_back({"HMGET", m_keys.trashed(name), "place", "key", "member", "score", "has", "payload"});
    const auto replies = askInParts(m_client, commands);
    if (!replies)
        return replies.error();
    std::vector<DescribedTask> tasks;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::vector<Reply>& fields = (*replies)[i].items;
        if (fields.size() != 6 || !fields[0].isBytes())
            continue; // the task has expired
        const auto place = std::find_if(m_description.places.begin(), m_description.places.end(),
            [&](const DescribedPlace& each) { return each.name == fields[0].bytes; });
        if (place == m_description.places.end())
            continue; // the file has changed since the task was discarded
        const std::vector<PlaceKey> keys{{std::size_t(place - m_description.places.begin()), fields[1].bytes,
            place->key.match(fields[1].bytes).value_or(Variables())}};
        const PlaceEntry entry{0, fields[2].bytes, fields[3].bytes, {}, place->state, fields[2].bytes.size()};
        DescribedTask task
            = TaskAssembler(m_client, m_description, keys, names[i].second)
                  .known(entry, fields[4].bytes == "1" ? std::optional(fields[5].bytes) : std::nullopt, m_isShared);
        task.task.id = names[i].first;
        task.task.exact.clear();
        task.task.state = task.entry.state = TaskState::Trash;
        task.task.at = names[i].second;
        task.task.untimed = false;
        task.task.dueAt.reset();
        if (task.damage.isEmpty() && task.isUnread)
            task.isUnread = false;
        tasks.push_back(std::move(task));
    }
    return tasks;
}

} // namespace dueline
