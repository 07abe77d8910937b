// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <optional>

namespace dueline {

/// Returns the instant of a number without a unit: milliseconds since 1970. If a number of seconds, microseconds or
/// nanoseconds, or the digits of a date, were read as milliseconds, the result would be an instant in 1970 or in a
/// distant year. A task would then run immediately or never. Numbers that probably mean something else are therefore
/// refused. The rules:
/// - milliseconds of the years 2000 to 2099 are always accepted;
/// - seconds of 2000 to 9999, microseconds and nanoseconds of 2000 to 2099, and `yyyyMMdd`, `yyyyMMddHHmm` and
///   `yyyyMMddHHmmss` of 2000 to 2099 are refused;
/// - any other number is unambiguous and is accepted.
/// Errors: Usage, one sentence with the possible meanings and how to write each.
Result<TimePoint> instantOfNumber(qint64 number);

/// Returns an error message if a duration with a single unit is more likely an instant; otherwise,
/// returns an empty string. For example, `1764061200s` is a duration of 56 years, but more likely
/// the instant 2025-11-25 in seconds since 1970. The message names both meanings. A duration with a
/// sign is always treated as a duration.
QString whyLikelierInstant(const QString& duration);

/// Returns the instant in the years 2000 to 2099 that a number represents, in milliseconds or else
/// in seconds; nullopt if neither unit fits. Used for data from other programs that does not
/// specify its unit.
std::optional<TimePoint> instantInOurTime(qint64 number);

/// Formats an instant like formatInstant(), but omits a zero fraction: `2025-11-25T09:00:00Z`.
QString shortInstant(TimePoint at);

} // namespace dueline
