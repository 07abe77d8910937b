// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/leaselength.h"

namespace dueline {

Result<> checkLease(Millis leaseFor)
{
    if (leaseFor >= shortestLease)
        return {};
    return Error{ErrorCode::Usage,
        QStringLiteral("A lease of less than %1 ms is too short; use a longer lease.").arg(shortestLease.count())};
}

} // namespace dueline
