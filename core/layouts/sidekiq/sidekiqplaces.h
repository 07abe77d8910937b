// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/overlaykeys.h"
#include "core/layouts/framework/tasksource.h"
#include "core/redis/redisclient.h"

#include <map>

namespace dueline {

/// A job that is to be acted on, as it was seen.
struct SidekiqWanted
{
    QByteArray name; ///< its id; where `detail` is `=SCORE` or `-`, the beginning of its bytes' SHA-1 as hex, or its
                     ///< key in the trash
    QByteArray detail; ///< `=SCORE`; `-` in a list; `@MS`, its instant, where it is known by its id
};

/// Where it stands now.
struct SidekiqPlace
{
    TaskId id; ///< its jid
    QByteArray set; ///< `schedule`, `retry`, `dead`, `queue`, `trash`
    QByteArray name; ///< what scripts call it by: its bytes, or its key in the trash
    QByteArray seen; ///< its score, or its index, counted from -1 at the end where workers take
    QByteArray member; ///< its bytes; of the trash only where it was looked for by its id
};

/// Finds jobs of Sidekiq with all their bytes by reading a little around where they were seen: no key finds one by its
/// jid. Looks on in a list, and among equal scores, from where it found the last ones.
class SidekiqPlaces
{
public:
    static constexpr qint64 window = 250; ///< jobs of one read, which are long

    explicit SidekiqPlaces(RedisClient& client)
        : m_client(client)
    { }

    /// One for each of `wanted`; nullopt: it does not stand there any more. Errors: as RedisClient::pipeline().
    Result<std::vector<std::optional<SidekiqPlace>>> find(
        const OverlayKeys& keys, const TaskSource& source, const std::vector<SidekiqWanted>& wanted);

private:
    using Found = std::vector<std::optional<SidekiqPlace>>;
    class Matcher;

    Result<> findInSet(const TaskSource& source, const std::vector<SidekiqWanted>& wanted, Matcher& matcher);
    Result<> findInList(const TaskSource& source, bool isGathered, Matcher& matcher);
    Result<> findInTrash(
        const OverlayKeys& keys, const TaskSource& source, const std::vector<SidekiqWanted>& wanted, Found& found);

    RedisClient& m_client;
    std::map<QByteArray, qint64> m_lastWindow; ///< by key, and by score where many have the same one
};

} // namespace dueline
