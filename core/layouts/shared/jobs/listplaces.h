// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// Where jobs stand in lists of any length, told by reading windows of ids: a search by value would keep a server busy
/// for 20 ms in a million. Looks on from where it found the last ones.
class ListPlaces
{
public:
    static constexpr qint64 window = 1'000; ///< ids of one read: 40 to 60 µs of the server

    explicit ListPlaces(RedisClient& client)
        : m_client(client)
    { }

    /// A list that jobs wait in, and its last part, by which a script knows it.
    struct List
    {
        QByteArray key;
        QByteArray name;
        bool isTakenAtHead = false;
    };
    /// Of those that stand in one of the lists, `NAME INDEX`, counted from the end where workers take: from -1 at the
    /// tail, or from 0 at the head. Errors: as RedisClient::pipeline().
    Result<std::map<TaskId, QByteArray>> find(const std::vector<List>& lists, const std::vector<TaskId>& ids);

private:
    RedisClient& m_client;
    std::map<QByteArray, qint64> m_lastWindow; ///< by key
};

} // namespace dueline
