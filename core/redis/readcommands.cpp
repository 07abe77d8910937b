// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace dueline {

namespace {

using namespace std::string_view_literals;

/// Commands whose second word selects the operation.
constexpr std::array families{"ACL"sv, "CLIENT"sv, "CLUSTER"sv, "CONFIG"sv, "FUNCTION"sv, "LATENCY"sv, "MEMORY"sv,
    "OBJECT"sv, "PUBSUB"sv, "SCRIPT"sv, "SENTINEL"sv, "SLOWLOG"sv, "XINFO"sv};

/// Read commands in alphabetical order. Scripts are included only as _RO commands, which the server prevents from
/// writing.
constexpr std::array reads{"ACL WHOAMI"sv, "ASKING"sv, "AUTH"sv, "CLIENT GETNAME"sv, "CLIENT ID"sv, "CLIENT LIST"sv,
    "CLIENT NO-TOUCH"sv, "CLIENT SETNAME"sv, "CLUSTER INFO"sv, "CLUSTER MYID"sv, "CLUSTER NODES"sv, "CLUSTER SLOTS"sv,
    "CONFIG GET"sv, "DBSIZE"sv, "ECHO"sv, "EVALSHA_RO"sv, "EVAL_RO"sv, "EXISTS"sv, "FUNCTION LIST"sv, "GET"sv,
    "GETRANGE"sv, "HELLO"sv, "HEXISTS"sv, "HGET"sv, "HGETALL"sv, "HKEYS"sv, "HLEN"sv, "HMGET"sv, "HSCAN"sv, "HSTRLEN"sv,
    "HVALS"sv, "INFO"sv, "LINDEX"sv, "LLEN"sv, "LPOS"sv, "LRANGE"sv, "MEMORY USAGE"sv, "MGET"sv, "OBJECT ENCODING"sv,
    "PING"sv, "PSUBSCRIBE"sv, "PTTL"sv, "PUBSUB CHANNELS"sv, "PUBSUB NUMPAT"sv, "PUBSUB NUMSUB"sv, "PUNSUBSCRIBE"sv,
    "QUIT"sv, "ROLE"sv, "SCAN"sv, "SCARD"sv, "SELECT"sv, "SENTINEL GET-MASTER-ADDR-BY-NAME"sv, "SISMEMBER"sv,
    "SMEMBERS"sv, "SSCAN"sv, "STRLEN"sv, "SUBSCRIBE"sv, "TIME"sv, "TTL"sv, "TYPE"sv, "UNSUBSCRIBE"sv,
    "XINFO CONSUMERS"sv, "XINFO GROUPS"sv, "XINFO STREAM"sv, "XLEN"sv, "XPENDING"sv, "XRANGE"sv, "XREAD"sv,
    "XREVRANGE"sv, "ZCARD"sv, "ZCOUNT"sv, "ZMSCORE"sv, "ZRANGE"sv, "ZRANGEBYSCORE"sv, "ZRANK"sv, "ZREVRANGE"sv,
    "ZREVRANGEBYSCORE"sv, "ZREVRANK"sv, "ZSCAN"sv, "ZSCORE"sv};
static_assert(std::is_sorted(reads.begin(), reads.end()));

template <std::size_t n> bool stands(const std::array<std::string_view, n>& names, const QByteArray& name)
{
    return std::binary_search(names.begin(), names.end(), std::string_view(name.constData(), std::size_t(name.size())));
}

} // namespace

QByteArray commandVerb(const Command& command)
{
    if (command.empty())
        return {};
    QByteArray verb = command.front().toUpper();
    if (command.size() > 1 && stands(families, verb))
        verb += ' ' + command[1].toUpper();
    return verb;
}

bool isReadCommand(const Command& command) { return stands(reads, commandVerb(command)); }

} // namespace dueline
