// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <QByteArrayList>

namespace dueline {

/// Returns every write command that the server has executed since CONFIG RESETSTAT, including those in scripts, as
/// `NAME xCALLS`. The server decides which commands can write. EVAL and EVALSHA, which have read-only variants, and
/// PUBLISH count too.
inline QByteArrayList writeCommandsRun(RedisServer& server)
{
    QByteArrayList writes;
    for (const QByteArray& line : server.call({"INFO", "commandstats"}).bytes.split('\n')) {
        if (!line.startsWith("cmdstat_"))
            continue;
        const QByteArray name = line.mid(8, line.indexOf(':') - 8);
        const qsizetype at = line.indexOf("calls=") + 6;
        const QByteArray calls = line.mid(at, line.indexOf(',') - at);
        if (calls == "0") // the ACL refused every call
            continue;
        const Reply info = server.call({"COMMAND", "INFO", name});
        bool isWrite = name == "eval" || name == "evalsha" || name == "publish";
        if (info.isArray() && !info.items.empty() && info.items[0].items.size() > 2) {
            for (const Reply& flag : info.items[0].items[2].items)
                isWrite = isWrite || flag.bytes == "write";
        }
        if (isWrite)
            writes << name + " x" + calls;
    }
    return writes;
}

} // namespace dueline
