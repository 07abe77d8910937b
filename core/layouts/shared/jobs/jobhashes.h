// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <map>
#include <vector>

namespace dueline {

/// Names of the keys that start with `prefix`, found by a bounded scan of the server's keys. Several queues can share
/// one object.
class JobHashes
{
public:
    JobHashes(RedisClient& client, QByteArray prefix)
        : m_client(client)
        , m_prefix(std::move(prefix))
    { }

    /// Scans the keys unless they have already been scanned: at most KeyWalk::firstKeys keys on each master, within
    /// KeyWalk::firstTime. Returns true if this call performed the scan. Errors: same as RedisClient::call().
    Result<bool> walk();
    /// Returns the names that start with `base`, without `base` itself, such as job ids and the suffixes of the queue's
    /// other keys.
    std::vector<QByteArray> below(const QByteArray& base) const;
    bool isWhole() const { return m_isWhole; } ///< true if all keys were scanned
    qint64 lookedAt() const { return m_lookedAt; } ///< number of keys scanned on the server

private:
    RedisClient& m_client;
    QByteArray m_prefix;
    std::vector<QByteArray> m_keys; ///< key names, sorted
    bool m_isWalked = false;
    bool m_isWhole = true;
    qint64 m_lookedAt = 0;
};

} // namespace dueline
