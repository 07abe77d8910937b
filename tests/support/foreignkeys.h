// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <map>

namespace dueline {

/// Precision with which to compare the keys' expiry times.
enum class ComparedEnd : quint8 { None, WhetherThereIsOne, Exact };

/// Returns all keys that are not below `dueline:`, each with its type, its items in order (set members and hash fields
/// sorted) and, if requested, its expiry. For a stream, includes only its length.
inline std::map<QByteArray, QByteArrayList> foreignKeys(RedisServer& server, ComparedEnd end)
{
    std::map<QByteArray, QByteArrayList> keys;
    for (const Reply& key : server.call({"KEYS", "*"}).items) {
        if (key.bytes.startsWith("dueline:"))
            continue;
        const QByteArray type = server.call({"TYPE", key.bytes}).bytes;
        QByteArrayList& words = keys[key.bytes];
        const Reply items = server.call(type == "zset" ? Command{"ZRANGE", key.bytes, "0", "-1", "WITHSCORES"}
                : type == "list"                       ? Command{"LRANGE", key.bytes, "0", "-1"}
                : type == "set"                        ? Command{"SMEMBERS", key.bytes}
                : type == "hash"                       ? Command{"HGETALL", key.bytes}
                : type == "stream"                     ? Command{"XLEN", key.bytes}
                                                       : Command{"GET", key.bytes});
        for (std::size_t i = 0; i < items.items.size(); ++i) {
            const QByteArray& item = items.items[i].bytes;
            words << (type == "hash" ? item + '=' + items.items[++i].bytes : item);
        }
        if (type == "set" || type == "hash")
            std::sort(words.begin(), words.end());
        words << type << items.bytes << QByteArray::number(items.integer);
        if (const qint64 at = server.call({"PEXPIRETIME", key.bytes}).integer; end != ComparedEnd::None)
            words << QByteArray::number(end == ComparedEnd::Exact ? at : qint64(at > 0));
    }
    return keys;
}

} // namespace dueline
