// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <optional>

namespace dueline {

/// Returns the instant for a number of milliseconds since 1970. A number of seconds, microseconds or nanoseconds, or
/// the digits of a date, would be an instant in 1970 or in a distant year, so that a task would run immediately or
/// never. Numbers that probably have such a different meaning are therefore refused. The rules:
/// - milliseconds of the years 2000 to 2099 are always accepted;
/// - seconds of 2000 to 9999, microseconds and nanoseconds of 2000 to 2099, and `yyyyMMdd`, `yyyyMMddHHmm` and
///   `yyyyMMddHHmmss` of 2000 to 2099 are refused;
/// - any other number is unambiguous and is accepted.
/// Errors: Usage, one sentence with the possible meanings and how to write each.
Result<TimePoint> instantOfNumber(qint64 number);

/// Returns an error message if the user probably intended an instant instead of a duration; otherwise empty. For
/// example, `1764061200s` is a duration of 56 years, but more likely the instant 2025-11-25 in seconds since 1970. The
/// message names both meanings. Never applies to a duration with a sign or with several units.
QString whyLikelierInstant(const QString& duration);

/// Returns the instant in the years 2000 to 2099 that a number represents, in milliseconds or otherwise in seconds;
/// nullopt if the number fits neither. Used for data from other programs whose unit is unknown.
std::optional<TimePoint> instantInOurTime(qint64 number);

/// Formats an instant like formatInstant(), but omits a zero fraction: `2025-11-25T09:00:00Z`.
QString shortInstant(TimePoint at);

} // namespace dueline
