// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

/// Finds the first task of each priority in each of the given sources. Within a priority, the oldest task comes first,
/// but the first task of a low priority may follow any number of tasks with higher priorities. Each round trip halves
/// the gaps between the known priorities.
class PriorityLevels
{
public:
    /// Key with the tasks of one source. The fields are those of TaskSource.
    struct Source
    {
        QByteArray key;
        QByteArray priorities; ///< key with the priorities; empty if the tasks have no priorities
        double perPriority = 1;
    };
    /// First tasks of one source.
    struct Heads
    {
        std::vector<QByteArray> members;
        bool isCut = false; ///< true if the source has more priorities than were read
    };

    static constexpr std::size_t mostLevels = 200; ///< maximum number of priorities read per source
    static constexpr int mostRounds = 60;
    /// maximum number of priorities read for all sources together
    static constexpr std::size_t mostLevelsOfAll = 2'000;

    /// Reads the sources in the given order. Sources without priorities have no members. Errors: those of
    /// RedisClient::pipeline().
    static Result<std::vector<Heads>> read(RedisClient& client, const std::vector<Source>& sources);
};

} // namespace dueline
