// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/redis/redisclient.h"

#include <functional>
#include <map>

namespace dueline {

/// Repeated scan of all key names in bounded steps, for layouts that don't keep a list of their queues. It sends SCAN
/// without MATCH, because filtering on the client is cheaper for the server. In a cluster, each round scans one master
/// after another.
class KeyWalk
{
public:
    /// Creates a scan. `type`: Redis type of the keys to report; if empty, all types.
    explicit KeyWalk(QByteArray type = {})
        : m_type(std::move(type))
    { }

    /// maximum number of keys scanned by the first step, which also ends after firstTime
    static constexpr qint64 firstKeys = 200'000;
    static constexpr Millis firstTime{2'000};
    /// number of keys per later step; scanning them blocks the server for about 1.2 ms
    static constexpr qint64 laterKeys = 2'000;

    /// Performs one step of the scan, and passes each key name to `meet`. A name may be passed more than once. Errors:
    /// same as RedisClient::call().
    Result<> step(RedisClient& client, const std::function<void(const QByteArray& key)>& meet);
    /// Returns the number of keys on the server, or on all masters together. Errors: same as RedisClient::call().
    Result<qint64> size(RedisClient& client);
    /// Restarts the scan from the beginning.
    void forget() { *this = KeyWalk(m_type); }
    /// Returns whether a full round has been completed, which means that every key that existed throughout it has been
    /// seen.
    bool isRound() const { return m_isRound; }
    /// Returns whether the last step completed a round.
    bool isAtEnd() const { return m_hasBegun && m_cursor == "0" && m_master == 0; }
    bool hasBegun() const { return m_hasBegun; }
    qint64 keysLookedAt() const { return m_lookedAt; } ///< number of keys scanned since the first round began

private:
    Result<> readMasters(RedisClient& client);
    Result<RedisClient*> node(RedisClient& client);

    QByteArray m_type;
    std::vector<Endpoint> m_masters; ///< masters of a cluster; empty for a single server
    std::map<QString, std::unique_ptr<RedisClient>> m_nodes; ///< clients for the masters
    std::size_t m_master = 0; ///< index of the master that is being scanned
    QByteArray m_cursor = "0"; ///< SCAN cursor on the current master
    qint64 m_lookedAt = 0;
    bool m_hasBegun = false;
    bool m_isRound = false;
};

} // namespace dueline
