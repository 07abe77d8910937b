// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// What was discarded in one place, as the scripts keep it beside that: `SCORE SET OPERATION`, a new line, and the
/// bytes of the task, by the SHA-1 of these. Equal tasks have more digits behind that.
class MemberTrash
{
public:
    struct Item
    {
        QByteArray set; ///< the end of its key; `queue` of a list
        QByteArray score; ///< as Redis had it; `-` of a list
        QByteArray member;
    };

    MemberTrash(RedisClient& client, OverlayKeys keys)
        : m_client(client)
        , m_keys(std::move(keys))
    { }

    /// nullopt: it is gone, or nothing that was discarded.
    static std::optional<Item> itemOf(const Reply& value);
    /// By their names; nullopt as above. Errors: as RedisClient::pipeline().
    Result<std::vector<std::optional<Item>>> items(const std::vector<QByteArray>& names);
    /// What stands in the trash is a name there: here the bytes are. What is gone meanwhile is left out; entries of
    /// other sources stay as they are.
    Result<std::vector<SourceEntry>> withBytes(
        const std::vector<TaskSource>& sources, const std::vector<SourceEntry>& entries);
    /// Where a restore puts a task that came into the trash at `at`; nullopt: it is not in the trash.
    Result<std::optional<TaskPlace>> restorePlace(
        const std::vector<TaskSource>& sources, const QByteArray& member, TimePoint at, TimePoint now);

private:
    RedisClient& m_client;
    OverlayKeys m_keys;
};

} // namespace dueline
