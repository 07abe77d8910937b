// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/layouts/shared/jobs/tasksource.h"
#include "core/redis/redisclient.h"

#include <functional>
#include <map>

namespace dueline {

/// A task that is to be acted on, as it was seen.
struct MemberWanted
{
    QByteArray name; ///< its exact id; where `detail` is `=SCORE` or `-`, the digest of its bytes, or its key in the
                     ///< trash. A plain id is accepted where one task has it.
    QByteArray detail; ///< `=SCORE`; `-` in a list; `@MS`, its instant, where it is known by its id
};

/// Where it stands now.
struct MemberPlace
{
    TaskId id; ///< the one in its member
    QByteArray
        set; ///< the end of the set's key, behind what all keys of the queue begin with; `queue` of a list, `trash`
    QByteArray name; ///< what scripts call it by: its bytes, or its key in the trash
    QByteArray seen; ///< its score, or its index where workers take: from -1 at the tail, from 0 at the head
    QByteArray member; ///< its bytes; of the trash only where it was looked for by its id
};

/// Finds tasks whose members are all their bytes by reading a little around where they were seen: no key finds one by
/// its id. Looks on in a list, and among equal scores, from where it found the last ones.
class MemberPlaces
{
public:
    static constexpr qint64 window = 250; ///< tasks of one read, which are long
    /// The id that stands in a member; empty: none does.
    using OwnId = std::function<QByteArray(const QByteArray& member)>;

    MemberPlaces(RedisClient& client, OwnId ownId)
        : m_client(client)
        , m_ownId(std::move(ownId))
    { }

    /// One for each of `wanted`; nullopt: it does not stand there any more. Errors: as RedisClient::pipeline().
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
    std::map<QByteArray, qint64> m_lastWindow; ///< by key, and by score where many have the same one
};

} // namespace dueline
