// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArrayView>

#include <optional>

namespace dueline {

/// An instant as Python writes it: `2026-11-25T18:00:00`, mostly with a fraction, and `Z`, `+01:00` or, which is taken
/// for UTC, nothing at its end. Rounded down to a millisecond; nullopt: it is none, or before 1970.
std::optional<TimePoint> pythonInstant(QByteArrayView text);

} // namespace dueline
