// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <optional>

namespace dueline {

// Bounds of plausible times in other programs' data, in milliseconds since 1970
inline constexpr qint64 year2010Ms = 1'262'304'000'000;
inline constexpr qint64 year2100Ms = 4'102'444'800'000;

/// Returns the instant for a number of milliseconds since 1970. Seconds, microseconds, nanoseconds, or the digits of a
/// date, read as milliseconds, would be an instant in 1970 or in the distant future, so that a task would run
/// immediately or never. This function refuses numbers that probably mean something else:
/// - milliseconds of the years 2000 to 2099 are always accepted;
/// - seconds of 2000 to 9999, microseconds and nanoseconds of 2000 to 2099, and `yyyyMMdd`, `yyyyMMddHHmm`, and
///   `yyyyMMddHHmmss` of 2000 to 2099 are refused;
/// - all other numbers are unambiguous and accepted.
/// Errors: Usage. The message is one sentence with the possible meanings and how to write each.
Result<TimePoint> instantOfNumber(qint64 number);

/// Returns an error message if the user probably intended an instant rather than a duration; otherwise empty. For
/// example, `1764061200s` is a duration of 56 years, but more likely the instant 2025-11-25 in seconds since 1970. The
/// message names both meanings. Never applies to durations with a sign or with several units.
QString whyLikelierInstant(const QString& duration);

/// Returns the instant in the years 2000 to 2099 that a number represents, in milliseconds or else in seconds; nullopt
/// if neither fits. Used for other programs' data in an unknown unit.
std::optional<TimePoint> instantInOurTime(qint64 number);

/// Formats an instant like formatInstant(), but omits a zero fraction: `2025-11-25T09:00:00Z`.
QString shortInstant(TimePoint at);

} // namespace dueline
