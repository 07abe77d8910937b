// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <optional>

namespace dueline {

/// The text of one job that a search compares.
struct JobText
{
    Reply hash; ///< HMGET of `name` and `timestamp`; an error if the key is no hash
    bool isThere = false;
    QByteArray name;
    std::optional<QByteArray> text; ///< the wanted field; nullopt: too long to read together with others
    qint64 size = 0; ///< length of the field in bytes

    /// Reads the text of `field` for each hash; without `field` only names. A round trip returns 2 MiB at most. Errors:
    /// as RedisClient::pipeline().
    static Result<std::vector<JobText>> read(
        RedisClient& client, const std::vector<QByteArray>& hashes, const char* field);
};

} // namespace dueline
