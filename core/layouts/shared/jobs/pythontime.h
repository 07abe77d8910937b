// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Parses a time in Python's notation, such as `2026-11-25T18:00:00`. A fraction may follow, then `Z`, an offset such
/// as `+01:00`, or nothing, which means UTC. The time is rounded down to a millisecond; nullopt if it is invalid or
/// before 1970.
std::optional<TimePoint> pythonInstant(QByteArrayView text);

} // namespace dueline
