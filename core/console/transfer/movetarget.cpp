// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/movetarget.h"

namespace dueline {

bool isSamePlace(const Backend& from, const ConnectionSpec& here, const Backend& to, const ConnectionSpec& there)
{
    const QByteArray run = from.serverRun();
    return !run.isEmpty() && run == to.serverRun() && here.redis.database == there.redis.database
        && here.prefix == there.prefix && here.layout == there.layout;
}

} // namespace dueline
