// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QDeadlineTimer>
#include <QHostAddress>
#include <QList>

namespace dueline {

/// The addresses of `host`, in the order the system prefers them; an address written as digits is itself. The system's
/// resolver knows no deadline, so it is asked in a thread that is left behind when the deadline passes. Errors:
/// Unreachable: the name is not known; Timeout.
Result<QList<QHostAddress>> lookUpHost(const QString& host, QDeadlineTimer deadline);

} // namespace dueline
