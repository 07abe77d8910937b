// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/reconnectpace.h"

#include <QRandomGenerator>

#include <algorithm>

namespace dueline {

Millis ReconnectPace::limitAfter(Millis last, Millis lostFor) const
{
    const Millis longest = std::max(first, lostFor < soonFor ? soon : later);
    return std::clamp(last * 2, first, longest);
}

Millis ReconnectPace::drawn(Millis limit)
{
    const qint64 half = limit.count() / 2;
    return Millis(limit.count() - QRandomGenerator::global()->bounded(half + 1));
}

} // namespace dueline
