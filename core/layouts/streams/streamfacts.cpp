// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamfacts.h"

#include "core/base/text.h"
#include "core/redis/errorclass.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns the value of a field in a flat list of names and values; null if the field is missing.
const Reply* streamField(const Reply& flat, QByteArrayView name)
{
    for (std::size_t i = 0; i + 1 < flat.items.size(); i += 2) {
        if (flat.items[i].bytes == name)
            return &flat.items[i + 1];
    }
    return nullptr;
}

qint64 streamNumber(const Reply& flat, QByteArrayView name)
{
    const Reply* field = streamField(flat, name);
    return field && field->isInteger() ? field->integer : 0;
}

QByteArray streamBytes(const Reply& flat, QByteArrayView name)
{
    const Reply* field = streamField(flat, name);
    return field ? field->bytes : QByteArray();
}

/// Returns the id of the entry in a field; empty if there is none.
QByteArray streamEntryId(const Reply& flat, QByteArrayView name)
{
    const Reply* field = streamField(flat, name);
    return field && !field->items.empty() ? field->items.front().bytes : QByteArray();
}

} // namespace

void StreamFacts::append(std::vector<Command>& pipeline, const QByteArray& key)
{
    pipeline.push_back({"XINFO", "STREAM", key});
    pipeline.push_back({"XINFO", "GROUPS", key});
}

StreamFacts StreamFacts::of(const Reply& stream, const Reply& groups)
{
    StreamFacts facts;
    if (stream.isError() || groups.isError()) {
        const QByteArray& said = stream.isError() ? stream.bytes : groups.bytes;
        if (!said.startsWith("ERR no such key")) // XINFO has no error code for a missing key
            facts.damage = said;
        return facts;
    }
    facts.isThere = true;
    facts.length = streamNumber(stream, "length");
    if (const Reply* added = streamField(stream, "entries-added"); added && added->isInteger())
        facts.added = added->integer;
    facts.first = streamEntryId(stream, "first-entry");
    facts.last = streamEntryId(stream, "last-entry");
    facts.maxDeleted = streamId(streamBytes(stream, "max-deleted-entry-id"));
    for (const Reply& each : groups.items) {
        StreamGroup group;
        group.name = streamBytes(each, "name");
        group.consumers = streamNumber(each, "consumers");
        group.pending = streamNumber(each, "pending");
        group.lastDeliveredText = streamBytes(each, "last-delivered-id");
        group.lastDelivered = streamId(group.lastDeliveredText);
        if (const Reply* read = streamField(each, "entries-read"); read && read->isInteger())
            group.read = read->integer;
        facts.groups.push_back(std::move(group));
    }
    return facts;
}

Result<std::vector<StreamFacts>> StreamFacts::read(RedisClient& client, const std::vector<QByteArray>& keys)
{
    constexpr std::size_t together = 250;
    std::vector<StreamFacts> all;
    for (std::size_t from = 0; from < keys.size(); from += together) {
        const std::size_t until = std::min(keys.size(), from + together);
        std::vector<Command> pipeline;
        for (std::size_t i = from; i < until; ++i)
            append(pipeline, keys[i]);
        const auto replies = client.pipeline(pipeline);
        if (!replies)
            return replies.error();
        for (std::size_t i = 0; i + 1 < replies->size(); i += commands)
            all.push_back(of((*replies)[i], (*replies)[i + 1]));
    }
    return all;
}

std::optional<Error> StreamFacts::error(const QByteArray& key, const std::optional<QByteArray>& onlyGroup) const
{
    const QString name = printable(key, 100);
    if (!damage.isEmpty()) {
        const Error error = errorFromReply(damage);
        if (error.code != ErrorCode::WrongType)
            return error;
        return Error{ErrorCode::WrongType, QStringLiteral("The key %1 is not a stream; check it with TYPE.").arg(name),
            error.detail};
    }
    if (!isThere)
        return Error{ErrorCode::NotFound, QStringLiteral("There is no stream \"%1\".").arg(name)};
    if (groups.empty())
        return Error{ErrorCode::NotFound, QStringLiteral("The stream \"%1\" has no consumer groups.").arg(name)};
    if (!onlyGroup || group(*onlyGroup))
        return std::nullopt;
    return Error{ErrorCode::NotFound,
        QStringLiteral("The stream \"%1\" has no consumer group \"%2\".").arg(name, printable(*onlyGroup, 100))};
}

const StreamGroup* StreamFacts::group(const QByteArray& name) const
{
    const auto found
        = std::find_if(groups.begin(), groups.end(), [&name](const StreamGroup& group) { return group.name == name; });
    return found == groups.end() ? nullptr : &*found;
}

std::optional<qint64> StreamFacts::waiting(const StreamGroup& group, bool marksTrims) const
{
    if (length == 0 || group.lastDelivered >= streamId(last))
        return 0;
    if (group.lastDelivered < streamId(first))
        return length;
    const bool isKnown = added && group.read && (marksTrims ? maxDeleted < streamId(first) : *added == length);
    return isKnown ? std::optional(*added - *group.read) : std::nullopt;
}

bool marksTrims(const QByteArray& version)
{
    constexpr int firstMajor = 8;
    return version.left(version.indexOf('.')).toInt() >= firstMajor;
}

std::vector<StreamConsumer> StreamConsumer::of(const Reply& reply)
{
    std::vector<StreamConsumer> consumers;
    for (const Reply& each : reply.isError() ? std::vector<Reply>() : reply.items) {
        StreamConsumer consumer;
        consumer.name = streamBytes(each, "name");
        consumer.pending = streamNumber(each, "pending");
        consumer.idle = Millis(streamNumber(each, "idle"));
        if (const Reply* inactive = streamField(each, "inactive"); inactive && inactive->integer >= 0)
            consumer.inactive = Millis(inactive->integer);
        consumers.push_back(std::move(consumer));
    }
    return consumers;
}

} // namespace dueline
