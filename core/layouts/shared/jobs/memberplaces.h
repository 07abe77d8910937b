// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/redisclient.h"

#include <functional>
#include <map>

namespace dueline {

/// Task to act on, as it was displayed to the user.
struct MemberWanted
{
    // exact name (see MemberNames), or a plain id, which is accepted if only one task has this id. If `detail` is
    // `=SCORE` or `-`, the digest of the task's bytes, or the task's key in the trash.
    QByteArray name;
    QByteArray detail; ///< `=SCORE`; `-` for a list; `@MS`, the time in ms, if the task is identified by its id
};

/// Current position of a task.
struct MemberPlace
{
    TaskId id; ///< id in the member
    QByteArray set; ///< last part of the set's key; `queue` for a list; `trash` for the trash
    QByteArray name; ///< name used by scripts: bytes of the task, or its key in the trash
    /// score, or index in a list, counted from the end at which workers claim tasks: -1 at the tail, 0 at the head
    QByteArray seen;
    /// Bytes of the member. For a task in the trash, set only if the search was by id.
    QByteArray member;
};

/// Finds tasks in queues whose members are complete tasks. No key maps an id to a task, so the search reads the entries
/// around the position at which the task was displayed. In a list, and among equal scores, the search starts where it
/// last found tasks.
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

    /// Returns one position for each item of `wanted`; nullopt if the task is no longer there. Errors: those of
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
    // window in which the last search found tasks, by key, and by score if many tasks have the same score
    std::map<QByteArray, qint64> m_lastWindow;
};

} // namespace dueline
