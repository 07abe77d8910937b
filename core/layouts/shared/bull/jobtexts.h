// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <optional>

namespace dueline {

/// What a search looks at of one job, read by itself.
struct JobText
{
    Reply hash; ///< HMGET of `name` and `timestamp`: an error where the key holds something else
    bool isThere = false;
    QByteArray name;
    std::optional<QByteArray> text; ///< of the wanted field; nullopt: it is too long to be read with many others
    qint64 size = 0; ///< of it, bytes

    /// Of each hash, with the text of `field`; null: of none. At most 2 MiB come in one round trip. Errors: as
    /// RedisClient::pipeline().
    static Result<std::vector<JobText>> read(
        RedisClient& client, const std::vector<QByteArray>& hashes, const char* field);
};

} // namespace dueline
