// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/redisclient.h"

#include <functional>
#include <map>

namespace dueline {

/// Task to act on, as it was displayed.
struct MemberWanted
{
    // exact id; or if `detail` is `=SCORE` or `-`, the digest of the task's bytes or its key in the trash. A plain id
    // is accepted if only one task has it.
    QByteArray name;
    QByteArray detail; ///< `=SCORE`; `-` for a list; or `@MS`, the time, if the task is identified by its id
};

/// Current position of a task.
struct MemberPlace
{
    TaskId id; ///< the id in its member
    QByteArray set; ///< last part of the set's key, `queue` for a list, or `trash` for the trash
    QByteArray name; ///< name for scripts: the bytes of the task, or its key in the trash
    /// score, or index in a list, counted from the end that workers claim from: -1 at the tail, 0 at the head
    QByteArray seen;
    QByteArray member; ///< bytes of the member; in the trash only if the task was searched for by its id
};

/// Finds tasks in queues whose members are complete tasks, by reading around the positions where they were displayed,
/// because no key maps an id to a task. In a list, and among equal scores, the search starts where the last tasks were
/// found.
class MemberPlaces
{
public:
    static constexpr qint64 window = 250; ///< number of tasks per read; small, because tasks can be long
    /// Function that returns the id in a member; empty if there is none.
    using OwnId = std::function<QByteArray(const QByteArray& member)>;

    MemberPlaces(RedisClient& client, OwnId ownId)
        : m_client(client)
        , m_ownId(std::move(ownId))
    { }

    /// Returns one position for each of `wanted`; nullopt if the task is no longer there. Errors: those of
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
    // window found by the last search, by key, and by score if many tasks have the same score
    std::map<QByteArray, qint64> m_lastWindow;
};

} // namespace dueline
