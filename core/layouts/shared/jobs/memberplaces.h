// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/redisclient.h"

#include <functional>
#include <map>

namespace dueline {

/// Task to act on, as displayed to the user.
struct MemberWanted
{
    // Exact name (see MemberNames), or a plain id if only one task has it. If `detail` is `=SCORE` or `-`: the digest
    // of the task's bytes, or, for a task in the trash, its key.
    QByteArray name;
    QByteArray detail; ///< `=SCORE`; `-` for a list; `@MS`, the time in ms, if the task is identified by its id
};

/// Current position of a task.
struct MemberPlace
{
    TaskId id; ///< id in the member
    QByteArray set; ///< last part of the set's key; `queue` for a list; `trash` for the trash
    QByteArray name; ///< name used by scripts: bytes of the task, or its key in the trash
    /// score, or index in a list, counted from the end where workers claim tasks: -1 at the tail, 0 at the head
    QByteArray seen;
    /// Bytes of the member. In the trash, set only by a search by id.
    QByteArray member;
};

/// Finds tasks in queues whose members are complete tasks. No key maps an id to a task, so a search reads the entries
/// around the position where the task was displayed. In a list, and among equal scores, a search starts where the
/// previous one found tasks.
class MemberPlaces
{
public:
    static constexpr qint64 window = 250; ///< number of tasks per read; small, because tasks can be large
    /// Function that returns the id in a member; empty if there is none.
    using OwnId = std::function<QByteArray(const QByteArray& member)>;

    MemberPlaces(RedisClient& client, OwnId ownId)
        : m_client(client)
        , m_ownId(std::move(ownId))
    { }

    /// Returns the position of each `wanted` task; nullopt if the task is no longer there. Errors: same as
    /// RedisClient::pipeline().
    Result<std::vector<std::optional<MemberPlace>>> find(
        const OverlayKeys& keys, const TaskSource& source, const std::vector<MemberWanted>& wanted);

private:
    using Found = std::vector<std::optional<MemberPlace>>;
    class Matcher;

    Result<> findInSet(const TaskSource& source, const std::vector<MemberWanted>& wanted, Matcher& matcher);
    Result<> findInList(const TaskSource& source, bool isGathered, Matcher& matcher);
    Result<> readTrash(const OverlayKeys& keys, const TaskSource& source, const QByteArray& ms,
        const std::vector<MemberWanted>& wanted, Found& found);
    Result<> findInTrash(
        const OverlayKeys& keys, const TaskSource& source, const std::vector<MemberWanted>& wanted, Found& found);

    RedisClient& m_client;
    OwnId m_ownId;
    // window where the last search found tasks, by key, and also by score if many tasks share a score
    std::map<QByteArray, qint64> m_lastWindow;
};

} // namespace dueline
