// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/membertrash.h"

#include "core/base/text.h"
#include "core/redis/reply.h"

#include <QByteArrayList>
#include <QCryptographicHash>

namespace dueline {

std::optional<MemberTrash::Item> MemberTrash::itemOf(const Reply& value)
{
    const qsizetype end = value.isBytes() ? value.bytes.indexOf('\n') : -1;
    const QByteArrayList head = end < 0 ? QByteArrayList() : value.bytes.left(end).split(' ');
    if (head.size() != 3)
        return std::nullopt;
    return Item{head[1], head[0], value.bytes.mid(end + 1)};
}

Result<std::vector<std::optional<MemberTrash::Item>>> MemberTrash::items(const std::vector<QByteArray>& names)
{
    std::vector<std::optional<Item>> items;
    std::vector<Command> reads;
    for (const QByteArray& name : names)
        reads.push_back({"GET", m_keys.trashed(name)});
    if (reads.empty())
        return items;
    const auto values = m_client.pipeline(reads);
    if (!values)
        return values.error();
    for (const Reply& value : *values)
        items.push_back(itemOf(value));
    return items;
}

Result<std::vector<SourceEntry>> MemberTrash::withBytes(
    const std::vector<TaskSource>& sources, const std::vector<SourceEntry>& entries)
{
    std::vector<QByteArray> names;
    for (const SourceEntry& entry : entries) {
        if (sources[entry.source].state == TaskState::Trash)
            names.push_back(entry.member);
    }
    const auto found = items(names);
    if (!found)
        return found.error();
    std::vector<SourceEntry> there;
    std::size_t next = 0;
    for (const SourceEntry& entry : entries) {
        const bool isTrash = sources[entry.source].state == TaskState::Trash;
        const std::optional<Item> item = isTrash ? (*found)[next++] : std::nullopt;
        if (isTrash && !item)
            continue;
        there.push_back(entry);
        if (item)
            there.back().member = item->member;
    }
    return there;
}

Result<std::optional<TaskPlace>> MemberTrash::restorePlace(
    const std::vector<TaskSource>& sources, const QByteArray& member, TimePoint at, TimePoint now)
{
    const auto there = m_client.call({"ZRANGE", m_keys.trash(), number(toMs(at)), number(toMs(at)), "BYSCORE"});
    if (!there)
        return there.error();
    const QByteArray digest = QCryptographicHash::hash(member, QCryptographicHash::Sha1).toHex();
    std::vector<QByteArray> equal;
    for (const Reply& name : there->items) {
        if (name.bytes.startsWith(digest))
            equal.push_back(name.bytes);
    }
    const auto found = items(equal);
    if (!found)
        return found.error();
    const std::optional<Item> item = found->empty() ? std::nullopt : found->front();
    for (const TaskSource& source : sources) {
        const bool isList = source.kind == TaskSource::Kind::List;
        if (!item || source.state == TaskState::Trash || isList != (item->set == "queue")
            || (!isList && source.key != item->set && !source.key.endsWith(':' + item->set)))
            continue;
        TaskPlace place{source.state, isList ? now : source.instantOf(item->score.toDouble())};
        if (source.whenDue && place.at <= now)
            place.state = *source.whenDue;
        return std::optional(place);
    }
    return std::optional<TaskPlace>();
}

} // namespace dueline
