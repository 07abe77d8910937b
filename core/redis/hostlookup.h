// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QDeadlineTimer>
#include <QHostAddress>
#include <QList>

namespace dueline {

/// Returns the addresses of `host` in the system's order of preference, or a numeric address unchanged. The system's
/// resolver has no deadline, so it runs in a thread that is abandoned at the deadline. Errors: Unreachable if the name
/// is unknown; Timeout.
Result<QList<QHostAddress>> lookUpHost(const QString& host, QDeadlineTimer deadline);

} // namespace dueline
