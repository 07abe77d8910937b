// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/snapshot.h"

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativekeys.h"
#include "tests/chaos/taskplan.h"

#include <functional>

namespace dueline::chaos {

namespace {

constexpr qint64 piece = 1000;

/// Calls `visit` with each member of a sorted set.
Result<> eachMember(RedisClient& client, const QByteArray& key, const std::function<void(const QByteArray&)>& visit)
{
    for (qint64 from = 0;; from += piece) {
        const Result<Reply> reply
            = client.call({"ZRANGE", key, QByteArray::number(from), QByteArray::number(from + piece - 1)});
        if (!reply)
            return reply.error();
        for (const Reply& member : reply->items)
            visit(member.bytes);
        if (qint64(reply->items.size()) < piece)
            return {};
    }
}

/// Calls `visit` with each field of a hash, or with each key for SCAN. May pass an entry twice.
Result<> eachScanned(RedisClient& client, Command command, std::size_t cursorAt, bool pairs,
    const std::function<void(const QByteArray&, const QByteArray&)>& visit)
{
    do {
        const Result<Reply> reply = client.call(command);
        if (!reply)
            return reply.error();
        if (reply->items.size() != 2)
            return Error{ErrorCode::Protocol, QStringLiteral("A scan did not answer with a cursor and items.")};
        const std::vector<Reply>& items = reply->items[1].items;
        for (std::size_t i = 0; i < items.size(); i += pairs ? 2 : 1)
            visit(items[i].bytes, pairs ? items[i + 1].bytes : QByteArray());
        command[cursorAt] = reply->items[0].bytes;
    } while (command[cursorAt] != "0");
    return {};
}

Result<> eachField(
    RedisClient& client, const QByteArray& key, const std::function<void(const QByteArray&, const QByteArray&)>& visit)
{
    return eachScanned(client, {"HSCAN", key, "0", "COUNT", "500"}, 2, true, visit);
}

Result<> eachKey(RedisClient& client, const QByteArray& start, const std::function<void(const QByteArray&)>& visit)
{
    return eachScanned(client, {"SCAN", "0", "MATCH", start + "*", "COUNT", "5000"}, 1, false,
        [&visit](const QByteArray& key, const QByteArray&) { visit(key); });
}

void compare(Snapshot::Content& content, const TaskId& id, const QByteArray& payload)
{
    const auto version = TaskPlan(id).versionOf(payload);
    content.intact = version && (!content.big || payload.size() == content.bigSize);
    content.version = version.value_or(0);
}

Snapshot::Content contentOf(const TaskId& id, const QByteArray& bytes)
{
    Snapshot::Content content;
    const Result<NativeCodec::Envelope> envelope = NativeCodec::decodeEnvelope(bytes);
    content.readable = envelope.ok();
    if (!envelope)
        return content;
    content.big = envelope->bigSize.has_value();
    content.bigSize = envelope->bigSize.value_or(0);
    if (envelope->options.expiresAt)
        content.expiresMs = toMs(*envelope->options.expiresAt);
    if (!content.big)
        compare(content, id, envelope->payload);
    return content;
}

/// Returns whether a field is one of `r0` to `r41`, the buckets that count done tasks by run time.
bool isRunTimeClass(const QByteArray& field)
{
    bool number = false;
    field.mid(1).toUInt(&number);
    return field.startsWith('r') && number;
}

Result<> readStatistics(RedisClient& client, const NativeKeys& keys, Snapshot& snapshot)
{
    QSet<QByteArray> names;
    Result<> read = eachKey(client, keys.statisticsPrefix(), [&names](const QByteArray& key) { names.insert(key); });
    const QByteArray hourly = keys.statisticsPrefix() + "h:";
    for (auto name = names.cbegin(); read && name != names.cend(); ++name) {
        if (name->startsWith(hourly))
            continue; // Skip hourly statistics: the per-minute statistics outlive a run.
        read = eachField(client, *name, [&snapshot](const QByteArray& field, const QByteArray& value) {
            snapshot.hasStatistics = true;
            if (field == "added")
                snapshot.added += value.toLongLong();
            else if (isRunTimeClass(field))
                snapshot.finished += value.toLongLong();
        });
    }
    return read;
}

} // namespace

QByteArray placeName(Place place)
{
    static const std::array<QByteArray, allPlaces.size()> names{
        "pending", "retry", "leased", "failed", "done", "trash"};
    return names[std::size_t(place)];
}

Result<Snapshot> readSnapshot(RedisClient& client, const QByteArray& prefix, const QueueName& queue)
{
    const NativeKeys keys(prefix, queue);
    Snapshot snapshot;
    Result<> read;
    const std::array<QByteArray, allPlaces.size()> sets{
        keys.pending(), keys.retry(), keys.leased(), keys.failed(), keys.done(), keys.trash()};
    for (const Place place : allPlaces) {
        read = eachMember(
            client, sets[std::size_t(place)], [&](const QByteArray& id) { snapshot.in(place).insert(id); });
        if (!read)
            return read.error();
    }
    read = eachField(client, keys.tasks(),
        [&](const QByteArray& id, const QByteArray& bytes) { snapshot.tasks.insert(id, contentOf(id, bytes)); });
    if (read)
        read = eachField(client, keys.leases(), [&](const QByteArray& id, const QByteArray& token) {
            if (!id.isEmpty())
                snapshot.leases.insert(id, token);
        });
    if (read)
        read = eachField(client, keys.damaged(),
            [&](const QByteArray& id, const QByteArray& why) { snapshot.damaged.insert(id, why); });
    const std::array<std::pair<QByteArray, QByteArray>, 5> hashes{{{"tries", keys.tries()}, {"history", keys.history()},
        {"results", keys.results()}, {"before", keys.before()}, {"cancel", keys.cancel()}}};
    for (const auto& [name, key] : hashes) {
        QSet<TaskId>& ids = snapshot.fields[name];
        if (read)
            read = eachField(client, key, [&ids](const QByteArray& id, const QByteArray&) { ids.insert(id); });
    }
    if (read)
        read = eachMember(
            client, keys.expiring(), [&](const QByteArray& id) { snapshot.fields["expiring"].insert(id); });
    if (read)
        read = eachKey(client, keys.bigPayloadPrefix(),
            [&](const QByteArray& key) { snapshot.bigPayloads.insert(key.mid(keys.bigPayloadPrefix().size())); });
    for (auto id = snapshot.bigPayloads.cbegin(); read && id != snapshot.bigPayloads.cend(); ++id) {
        const Result<Reply> payload = client.call({"GET", keys.bigPayload(*id)});
        if (!payload)
            return payload.error();
        if (snapshot.tasks.contains(*id))
            compare(snapshot.tasks[*id], *id, payload->bytes);
    }
    if (read)
        read = readStatistics(client, keys, snapshot);
    if (!read)
        return read.error();
    return snapshot;
}

} // namespace dueline::chaos
