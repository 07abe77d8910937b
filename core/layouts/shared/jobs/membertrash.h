// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Reads a queue's discarded tasks, which scripts store in one of Dueline's own keys. Each value is `SCORE SET
/// OPERATION`, a newline, and the bytes of the task. The name of a task ends in the SHA-1 of these bytes; if several
/// tasks have equal bytes, digits are appended to the name.
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

    /// Parses a value; nullopt if it is missing or is not a discarded task.
    static std::optional<Item> itemOf(const Reply& value);
    /// Returns the items with these names; nullopt in the same cases as itemOf(). Errors: those of
    /// RedisClient::pipeline().
    Result<std::vector<std::optional<Item>>> items(const std::vector<QByteArray>& names);
    /// Replaces the member of each trash entry, which is only a name, with the bytes of the task. Removes trash entries
    /// whose tasks no longer exist. Leaves the entries of other sources unchanged.
    Result<std::vector<SourceEntry>> withBytes(
        const std::vector<TaskSource>& sources, const std::vector<SourceEntry>& entries);
    /// Returns the place to which restoring moves a task that was discarded at the time `at`; nullopt if the task is
    /// not in the trash.
    Result<std::optional<TaskPlace>> restorePlace(
        const std::vector<TaskSource>& sources, const QByteArray& member, TimePoint at, TimePoint now);

private:
    RedisClient& m_client;
    OverlayKeys m_keys;
};

} // namespace dueline
