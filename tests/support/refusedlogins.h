// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

namespace dueline {

/// Returns how many logins the server has refused since its ACL log was reset.
inline qint64 refusedLogins(RedisServer& server)
{
    qint64 refused = 0;
    for (const Reply& entry : server.call({"ACL", "LOG", "128"}).items) {
        qint64 count = 0;
        bool isLogin = false;
        for (std::size_t i = 0; i + 1 < entry.items.size(); i += 2) {
            if (entry.items[i].bytes == "count")
                count = entry.items[i + 1].integer;
            if (entry.items[i].bytes == "reason")
                isLogin = entry.items[i + 1].bytes == "auth";
        }
        refused += isLogin ? count : 0;
    }
    return refused;
}

/// Changes the server's password and closes all other connections.
inline void changePassword(RedisServer& server, const QByteArray& password)
{
    server.call({"CONFIG", "SET", "requirepass", password});
    server.call({"ACL", "LOG", "RESET"});
    for (const char* type : {"normal", "pubsub"})
        server.call({"CLIENT", "KILL", "TYPE", type, "SKIPME", "yes"});
}

} // namespace dueline
