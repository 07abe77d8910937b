// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/must.h"
#include "tests/support/redisserver.h"

namespace dueline {

/// Stream on a server.
struct StreamPlace
{
    StreamPlace(RedisServer& server, QByteArray key)
        : server(server)
        , key(std::move(key))
    { }

    /// Adds entries with the payloads `{"n":0}`, `{"n":1}`, and so on, and returns their ids.
    QByteArrayList add(int count)
    {
        QByteArrayList ids;
        for (int i = 0; i < count; ++i)
            ids << server.call({"XADD", key, "*", "message", "{\"n\":" + QByteArray::number(i) + '}'}).bytes;
        return ids;
    }
    /// Creates a group that hasn't read any entries.
    void group(const QByteArray& name) { server.call({"XGROUP", "CREATE", key, name, "0", "MKSTREAM"}); }

    RedisServer& server;
    QByteArray key;
};

} // namespace dueline
