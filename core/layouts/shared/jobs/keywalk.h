// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/redis/redisclient.h"

#include <functional>

namespace dueline {

/// Walks the names of all keys by SCAN in bounded steps, round and round, for layouts whose queues no key lists.
/// Without MATCH and TYPE: judging the names here costs the server less than its patterns do.
class KeyWalk
{
public:
    static constexpr qint64 firstKeys = 200'000; ///< looked at when a connection opens, within firstTime
    static constexpr Millis firstTime{2'000};
    static constexpr qint64 laterKeys = 2'000; ///< of each step from then on, about 1.2 ms of the server

    /// Goes on by one step and hands out each name that was met; one may be met twice. Errors: as RedisClient::call().
    Result<> step(RedisClient& client, const std::function<void(const QByteArray& key)>& meet);
    /// Whether every key that was there all the time has been met.
    bool isRound() const { return m_isRound; }
    bool hasBegun() const { return m_hasBegun; }
    qint64 keysLookedAt() const { return m_lookedAt; } ///< since the beginning of the first round

private:
    QByteArray m_cursor = "0";
    qint64 m_lookedAt = 0;
    bool m_hasBegun = false;
    bool m_isRound = false;
};

} // namespace dueline
