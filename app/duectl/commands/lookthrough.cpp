// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands/lookthrough.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

Result<> discover(Backend& backend)
{
    QueueDiscovery* discovery = backend.discovery();
    if (!discovery)
        return {};
    for (;;) {
        const auto complete = discovery->step();
        if (!complete)
            return complete.error();
        if (*complete)
            return {};
    }
}

QString lookedThrough(Backend& backend)
{
    const QueueDiscovery* discovery = backend.discovery();
    if (!discovery)
        return {};
    const DiscoveryState state = discovery->state();
    if (state.isForbidden)
        return u"This user may not look through the keys (SCAN), so queues of BullMQ and Bull are known by name alone."_s;
    if (state.isRound || state.keys <= 0)
        return {};
    const qint64 percent = std::min<qint64>(99, 100 * state.lookedAt / state.keys);
    return u"Looked through %1 % of %2 keys, so there may be more queues of other frameworks."_s.arg(percent).arg(
        state.keys);
}

} // namespace dueline::duectl
