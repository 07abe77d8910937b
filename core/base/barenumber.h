// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <optional>

namespace dueline {

/// The instant that a number without a unit names: milliseconds since 1970.
///
/// Who writes seconds, microseconds, nanoseconds or the digits of a date would get an instant of 1970, or of a far
/// year, and a task that runs at once, or never. So a number whose other reading is the likelier one is refused:
/// - milliseconds of the years 2000 to 2099 are always taken;
/// - seconds of 2000 to 9999, microseconds and nanoseconds of 2000 to 2099, and `yyyyMMdd`, `yyyyMMddHHmm` and
/// `yyyyMMddHHmmss` of 2000 to
///   2099 are refused;
/// - what is left has no other reading and is taken.
/// Errors: Usage, one sentence with the readings and how each is written.
Result<TimePoint> instantOfNumber(qint64 number);

/// Why a duration of one unit is likelier an instant that was given a unit: `1764061200s` is 56 years from now, and
/// 2025-11-25 as seconds since 1970. One sentence with both readings; empty: it is a duration. Signs are none of an
/// instant.
QString whyLikelierInstant(const QString& duration);

/// The instant of the years 2000 to 2099 that a number names in milliseconds or, failing that, in seconds; nullopt: in
/// neither. For what strangers send, whom nobody can ask.
std::optional<TimePoint> instantInOurTime(qint64 number);

/// formatInstant() without a fraction that is zero: `2025-11-25T09:00:00Z`, as people write it.
QString shortInstant(TimePoint at);

} // namespace dueline
