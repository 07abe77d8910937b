// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/replyshape.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace dueline {

namespace {

using Kinds = unsigned;

constexpr Kinds kindOf(Reply::Type type) { return 1U << unsigned(type); }

constexpr Kinds nil = kindOf(Reply::Type::Nil);
constexpr Kinds integer = kindOf(Reply::Type::Integer);
constexpr Kinds bytes = kindOf(Reply::Type::Bytes);
constexpr Kinds status = kindOf(Reply::Type::Status);
constexpr Kinds array = kindOf(Reply::Type::Array);
constexpr Kinds anything = ~0U;

struct Shape
{
    std::string_view verb;
    Kinds reply;
    Kinds elements = anything; ///< allowed types of array elements
};

/// Commands in alphabetical order, with the types of their replies. Scripts may return anything but nil and a status.
constexpr std::array shapes{
    Shape{"DEL", integer},
    Shape{"EVAL", integer | bytes | array},
    Shape{"EVALSHA", integer | bytes | array},
    Shape{"EVALSHA_RO", integer | bytes | array},
    Shape{"EVAL_RO", integer | bytes | array},
    Shape{"EXEC", array | nil},
    Shape{"EXISTS", integer},
    Shape{"EXPIRE", integer},
    Shape{"GET", bytes | nil},
    Shape{"GETRANGE", bytes},
    Shape{"HDEL", integer},
    Shape{"HGET", bytes | nil},
    Shape{"HGETALL", array, bytes},
    Shape{"HLEN", integer},
    Shape{"HMGET", array, bytes | nil},
    Shape{"HSCAN", array, bytes | array},
    Shape{"HSET", integer},
    Shape{"HSETNX", integer},
    Shape{"INFO", bytes},
    Shape{"MULTI", status},
    Shape{"PEXPIRE", integer},
    Shape{"PING", status},
    Shape{"SADD", integer},
    Shape{"SCAN", array, bytes | array},
    Shape{"SET", status | nil},
    Shape{"SMEMBERS", array, bytes},
    Shape{"SREM", integer},
    Shape{"TIME", array, bytes},
    Shape{"TYPE", status},
    Shape{"UNLINK", integer},
    Shape{"ZADD", integer},
    Shape{"ZCARD", integer},
    Shape{"ZCOUNT", integer},
    Shape{"ZMSCORE", array, bytes | nil},
    Shape{"ZRANGE", array, bytes},
    Shape{"ZRANGEBYSCORE", array, bytes},
    Shape{"ZREM", integer},
    Shape{"ZREMRANGEBYSCORE", integer},
    Shape{"ZREVRANGEBYSCORE", array, bytes},
    Shape{"ZSCORE", bytes | nil},
};

static_assert(
    std::is_sorted(shapes.begin(), shapes.end(), [](const Shape& a, const Shape& b) { return a.verb < b.verb; }));

const Shape* shapeOf(const Command& command)
{
    if (command.empty())
        return nullptr;
    const std::string_view verb(command.front().constData(), std::size_t(command.front().size()));
    const auto* at = std::lower_bound(
        shapes.begin(), shapes.end(), verb, [](const Shape& shape, std::string_view v) { return shape.verb < v; });
    return at != shapes.end() && at->verb == verb ? &*at : nullptr;
}

} // namespace

bool fits(const Command& command, const Reply& reply)
{
    if (reply.isError())
        return true;
    const Shape* shape = shapeOf(command);
    if (!shape)
        return true;
    if ((shape->reply & kindOf(reply.type)) == 0)
        return false;
    if (!reply.isArray() || shape->elements == anything)
        return true;
    return std::all_of(reply.items.begin(), reply.items.end(),
        [&](const Reply& item) { return (shape->elements & kindOf(item.type)) != 0; });
}

qsizetype mostReplyBytes(const Command& command)
{
    constexpr qsizetype few = 64 * 1024;
    const Shape* shape = shapeOf(command);
    if (shape && (shape->reply & (bytes | array)) == 0)
        return few;
    const QByteArrayView verb = command.empty() ? QByteArrayView() : QByteArrayView(command.front());
    if (verb == "TIME" || verb == "ZSCORE" || verb == "AUTH" || verb == "SELECT" || verb == "CONFIG")
        return few;
    if (verb == "INFO")
        return 1024 * 1024;
    if (verb == "SCAN" || verb == "SMEMBERS")
        return 16 * 1024 * 1024;
    return std::numeric_limits<qsizetype>::max();
}

QString misfit(const std::vector<Command>& commands, const std::vector<Reply>& replies)
{
    bool queued = false;
    for (std::size_t i = 0; i < std::min(commands.size(), replies.size()); ++i) {
        const Command& command = commands[i];
        const bool ends = !command.empty() && command.front() == "EXEC";
        const bool fine = queued && !ends
            ? replies[i].isError() || (replies[i].isStatus() && replies[i].bytes == "QUEUED")
            : fits(command, replies[i]);
        if (!fine)
            return QStringLiteral("Redis returned an unexpected reply to %1.").arg(printable(command.front(), 20));
        if (!command.empty() && command.front() == "MULTI")
            queued = true;
        else if (ends)
            queued = false;
    }
    return {};
}

} // namespace dueline
