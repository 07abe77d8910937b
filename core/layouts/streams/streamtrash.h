// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/streams/streamentry.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Discarded message.
struct StreamDiscard
{
    TaskId name; ///< name of the message in the trash
    TimePoint at{}; ///< time when the message was discarded
    /// Discarded entry. For a delayed message, it has no fields, and its id is the sorted set's member.
    StreamEntry entry;
    bool isDelayed = false;
};

/// Reads one queue's discarded messages. Finds none if the user isn't allowed to read Dueline's keys for the queue. Any
/// call can fail with any of RedisClient::call()'s errors.
class StreamTrash
{
public:
    StreamTrash(RedisClient& client, OverlayKeys keys)
        : m_client(client)
        , m_keys(std::move(keys))
    { }

    Result<qint64> count();
    /// Returns messages by position, most recently discarded first.
    Result<std::vector<StreamDiscard>> page(qint64 offset, qint64 limit);
    Result<std::optional<StreamDiscard>> find(const TaskId& name);

private:
    Result<std::vector<StreamDiscard>> read(const std::vector<std::pair<QByteArray, TimePoint>>& names);

    RedisClient& m_client;
    OverlayKeys m_keys;
};

} // namespace dueline
