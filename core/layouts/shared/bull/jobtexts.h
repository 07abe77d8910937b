// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <optional>

namespace dueline {

/// Job text that a search compares with its terms.
struct JobText
{
    Reply hash; ///< reply to HMGET for `name` and `timestamp`; an error if the key isn't a hash
    bool isThere = false;
    QByteArray name;
    /// requested field; nullopt if it is too long to be read together with other jobs' fields
    std::optional<QByteArray> text;
    qint64 size = 0; ///< size of the field in bytes

    /// Reads `field` of each hash, or only the job names if `field` is empty. Reads at most 2 MiB per round trip.
    /// Errors: same as RedisClient::pipeline().
    static Result<std::vector<JobText>> read(
        RedisClient& client, const std::vector<QByteArray>& hashes, const char* field);
};

} // namespace dueline
