// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/keywalk.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QDeadlineTimer>

namespace dueline {

Result<> KeyWalk::step(RedisClient& client, const std::function<void(const QByteArray& key)>& meet)
{
    const qint64 most = m_hasBegun ? laterKeys : firstKeys;
    const QDeadlineTimer deadline(firstTime);
    m_hasBegun = true;
    for (qint64 looked = 0; looked < most && !deadline.hasExpired();) {
        Command scan{"SCAN", m_cursor, "COUNT", number(RedisClient::keysPerScan)};
        if (!m_type.isEmpty())
            scan.insert(scan.end(), {"TYPE", m_type});
        const auto reply = client.call(scan);
        if (!reply)
            return reply.error();
        if (reply->items.size() != 2 || !reply->items[1].isArray())
            return unexpectedReply();
        m_cursor = reply->items[0].bytes;
        looked += RedisClient::keysPerScan;
        m_lookedAt += RedisClient::keysPerScan;
        for (const Reply& key : reply->items[1].items)
            meet(key.bytes);
        if (m_cursor == "0") {
            m_isRound = true;
            break;
        }
    }
    return {};
}

} // namespace dueline
