// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Reads a queue's discarded tasks, which scripts store in one of Dueline's own keys. Each value is `SCORE SET
/// OPERATION`, a newline, and the task's bytes. A task's name ends in the SHA-1 of its bytes, with digits appended if
/// several tasks have the same bytes.
class MemberTrash
{
public:
    struct Item
    {
        QByteArray set; ///< last part of the set's key; `queue` for a list
        QByteArray score; ///< score as returned by Redis; `-` for a list
        QByteArray member;
    };

    MemberTrash(RedisClient& client, OverlayKeys keys)
        : m_client(client)
        , m_keys(std::move(keys))
    { }

    /// Parses a value; nullopt if it is missing or isn't a discarded task.
    static std::optional<Item> itemOf(const Reply& value);
    /// Returns the items with these names; nullopt for values that itemOf() can't parse. Errors: same as
    /// RedisClient::pipeline().
    Result<std::vector<std::optional<Item>>> items(const std::vector<QByteArray>& names);
    /// Replaces the name in each trash entry with the task's bytes. Removes trash entries whose tasks no longer exist.
    /// Other sources' entries stay unchanged.
    Result<std::vector<SourceEntry>> withBytes(
        const std::vector<TaskSource>& sources, const std::vector<SourceEntry>& entries);
    /// Returns the state and time that a task discarded at the time `at` would be restored to; nullopt if it isn't in
    /// the trash.
    Result<std::optional<TaskPlace>> restorePlace(
        const std::vector<TaskSource>& sources, const QByteArray& member, TimePoint at, TimePoint now);

private:
    RedisClient& m_client;
    OverlayKeys m_keys;
};

} // namespace dueline
