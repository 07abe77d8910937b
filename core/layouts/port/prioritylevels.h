// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

/// Finds the first task of each priority in each of the given sources. Within a priority, the oldest task comes first.
/// However, any number of tasks with higher priorities may precede the first task with a low priority. Each round trip
/// halves the gaps between the known priorities.
class PriorityLevels
{
public:
    /// Key with one source's tasks. The fields are the same as in TaskSource.
    struct Source
    {
        QByteArray key;
        QByteArray priorities; ///< key with the priorities; empty if the tasks have none
        double perPriority = 1;
    };
    /// First task of each priority in one source.
    struct Heads
    {
        std::vector<QByteArray> members;
        bool isCut = false; ///< true if the source has more priorities than were read
    };

    static constexpr std::size_t mostLevels = 200; ///< maximum number of priorities to read per source
    static constexpr int mostRounds = 60;
    /// Maximum number of priorities to read for all sources together.
    static constexpr std::size_t mostLevelsOfAll = 2'000;

    /// Reads the sources in the given order. The result has no members for sources without priorities. Errors: same as
    /// RedisClient::pipeline().
    static Result<std::vector<Heads>> read(RedisClient& client, const std::vector<Source>& sources);
};

} // namespace dueline
