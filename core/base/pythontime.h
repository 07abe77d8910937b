// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Parses a time in Python's notation, such as `2026-11-25T18:00:00`, optionally followed by a fraction and by `Z` or
/// an offset such as `+01:00`. Without an offset, the time is in UTC. Rounds down to a millisecond. Returns nullopt if
/// the time is invalid or before 1970.
std::optional<TimePoint> pythonInstant(QByteArrayView text);

} // namespace dueline
