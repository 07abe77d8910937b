// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/serverinfo.h"

#include <QByteArrayList>

namespace dueline {

std::map<QByteArray, QByteArray> infoFields(const QByteArray& text)
{
    std::map<QByteArray, QByteArray> fields;
    for (const QByteArray& line : text.split('\n')) {
        if (const qsizetype colon = line.indexOf(':'); colon > 0)
            fields.emplace(line.left(colon), line.mid(colon + 1).trimmed());
    }
    return fields;
}

std::optional<TimePoint> serverTimeIn(const Reply& reply)
{
    if (reply.items.size() != 2)
        return std::nullopt;
    return fromMs(reply.items[0].bytes.toLongLong() * secondMs + reply.items[1].bytes.toLongLong() / 1000);
}

} // namespace dueline
