// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queuediscovery.h"

#include <algorithm>

namespace dueline {

std::optional<int> DiscoveryState::percent() const
{
    if (isRound)
        return 100;
    return keys > 0 ? std::optional(int(std::min<qint64>(99, 100 * lookedAt / keys))) : std::nullopt;
}

QString DiscoveryState::gap() const
{
    if (isForbidden) {
        return QStringLiteral(
            "This user is not allowed to scan keys (SCAN), so framework queues are found only by name.");
    }
    if (isCut)
        return QStringLiteral("There are too many queues to list them all.");
    if (isComplete())
        return {};
    if (isRound)
        return QStringLiteral("Some keys have not been inspected yet, so there may be more queues.");
    const auto part = percent();
    return part ? QStringLiteral("Scanned %1 % of %2 keys, so there may be more queues.").arg(*part).arg(keys)
                : QStringLiteral("Scanned %1 keys, but not all of them, so there may be more queues.").arg(lookedAt);
}

} // namespace dueline
