// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <optional>

namespace dueline {

/// Text of a job that a search compares with the search terms.
struct JobText
{
    Reply hash; ///< reply of HMGET for `name` and `timestamp`; an error if the key is not a hash
    bool isThere = false;
    QByteArray name;
    std::optional<QByteArray> text; ///< requested field; nullopt if it is too long to be read together with others
    qint64 size = 0; ///< size of the field in bytes

    /// Reads `field` of each hash, or only the job names if `field` is empty. A round trip returns at most 2 MiB.
    /// Errors: those of RedisClient::pipeline().
    static Result<std::vector<JobText>> read(
        RedisClient& client, const std::vector<QByteArray>& hashes, const char* field);
};

} // namespace dueline
