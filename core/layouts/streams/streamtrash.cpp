// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamtrash.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr std::size_t fieldsBegin = 6; ///< index of the first field in a trash item; see streamframe.lua

} // namespace

Result<qint64> StreamTrash::count()
{
    const auto reply = m_client.call({"ZCARD", m_keys.trash()});
    if (!reply)
        return reply.error().code == ErrorCode::Permission ? Result<qint64>(0) : Result<qint64>(reply.error());
    return reply->integer;
}

Result<std::vector<StreamDiscard>> StreamTrash::page(qint64 offset, qint64 limit)
{
    const auto reply
        = m_client.call({"ZRANGE", m_keys.trash(), number(offset), number(offset + limit - 1), "REV", "WITHSCORES"});
    if (!reply && reply.error().code == ErrorCode::Permission)
        return std::vector<StreamDiscard>();
    if (!reply)
        return reply.error();
    std::vector<std::pair<QByteArray, TimePoint>> names;
    for (std::size_t i = 0; i + 1 < reply->items.size(); i += 2)
        names.emplace_back(reply->items[i].bytes, fromMs(qint64(reply->items[i + 1].bytes.toDouble())));
    return read(names);
}

Result<std::optional<StreamDiscard>> StreamTrash::find(const TaskId& name)
{
    const auto score = m_client.call({"ZSCORE", m_keys.trash(), name});
    if ((!score && score.error().code == ErrorCode::Permission) || (score && !score->isBytes()))
        return std::optional<StreamDiscard>();
    if (!score)
        return score.error();
    auto found = read({{name, fromMs(qint64(score->bytes.toDouble()))}});
    if (!found)
        return found.error();
    return found->empty() ? std::optional<StreamDiscard>() : std::optional(std::move(found->front()));
}

Result<std::vector<StreamDiscard>> StreamTrash::read(const std::vector<std::pair<QByteArray, TimePoint>>& names)
{
    std::vector<Command> commands;
    for (const auto& [name, at] : names)
        commands.push_back({"LRANGE", m_keys.trashed(name), "0", "-1"});
    const auto replies = commands.empty() ? Result(std::vector<Reply>()) : m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    std::vector<StreamDiscard> discards;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::vector<Reply>& items = (*replies)[i].items;
        if (!(*replies)[i].isArray() || items.size() < fieldsBegin)
            continue; // the task has expired
        StreamDiscard discard{names[i].first, names[i].second, {items[1].bytes, {}}, items[0].bytes == "d"};
        for (std::size_t at = fieldsBegin; at + 1 < items.size(); at += 2)
            discard.entry.fields.emplace_back(items[at].bytes, items[at + 1].bytes);
        discards.push_back(std::move(discard));
    }
    return discards;
}

} // namespace dueline
