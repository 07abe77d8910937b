// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <map>
#include <vector>

namespace dueline {

/// Names of keys below one prefix, by one bounded walk over all keys of the server, which several queues share.
class JobHashes
{
public:
    JobHashes(RedisClient& client, QByteArray prefix)
        : m_client(client)
        , m_prefix(std::move(prefix))
    { }

    /// Walks, where that was not done yet: at most KeyWalk::firstKeys keys of each master, and KeyWalk::firstTime.
    /// True: it was done just now. Errors: as RedisClient::call().
    Result<bool> walk();
    /// What stands behind `base`, of the names that were met: ids of jobs, and all else a queue has.
    std::vector<QByteArray> below(const QByteArray& base) const;
    bool isWhole() const { return m_isWhole; } ///< every key was looked at
    qint64 lookedAt() const { return m_lookedAt; } ///< keys of the server

private:
    RedisClient& m_client;
    QByteArray m_prefix;
    std::vector<QByteArray> m_keys; ///< sorted
    bool m_isWalked = false;
    bool m_isWhole = true;
    qint64 m_lookedAt = 0;
};

} // namespace dueline
