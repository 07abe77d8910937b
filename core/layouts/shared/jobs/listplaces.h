// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// Finds jobs in lists of any length by reading windows of ids, because a search by value would block the server for 20
/// ms per million ids. Each search starts where the previous one found its jobs.
class ListPlaces
{
public:
    static constexpr qint64 window = 1'000; ///< number of ids per read; a read blocks the server for 40 to 60 µs

    explicit ListPlaces(RedisClient& client)
        : m_client(client)
    { }

    /// List of waiting jobs. `name`: last part of the key; scripts use it to refer to the list.
    struct List
    {
        QByteArray key;
        QByteArray name;
        bool isTakenAtHead = false;
    };
    /// Returns `NAME INDEX` for each job found. Indexes count from the end where workers claim jobs: -1, -2, … from the
    /// tail, or 0, 1, … from the head. Errors: same as RedisClient::pipeline().
    Result<std::map<TaskId, QByteArray>> find(const std::vector<List>& lists, const std::vector<TaskId>& ids);

private:
    RedisClient& m_client;
    std::map<QByteArray, qint64> m_lastWindow; ///< window where the last search found jobs, by key
};

} // namespace dueline
