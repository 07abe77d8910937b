// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <optional>

namespace dueline {

/// Returns the instant of a number without a unit: milliseconds since 1970.
///
/// Read as milliseconds, a number of seconds, microseconds or nanoseconds, or the digits of a date, would give an
/// instant in 1970 or in a far year. A task would then run immediately or never. A number that is more likely to mean
/// something else is therefore refused:
/// - milliseconds of the years 2000 to 2099 are always accepted;
/// - seconds of 2000 to 9999, microseconds and nanoseconds of 2000 to 2099, and `yyyyMMdd`, `yyyyMMddHHmm` and
///   `yyyyMMddHHmmss` of 2000 to 2099 are refused;
/// - any other number has no other reading and is accepted.
/// Errors: Usage, one sentence with the readings and how each is written.
Result<TimePoint> instantOfNumber(qint64 number);

/// Returns a sentence if a duration of one unit is probably an instant with a unit; empty if it is a duration. For
/// example, `1764061200s` is a duration of 56 years, but more likely the instant 2025-11-25 in seconds since 1970. The
/// sentence names both readings. A duration with a sign is never an instant.
QString whyLikelierInstant(const QString& duration);

/// Returns the instant of the years 2000 to 2099 that a number means in milliseconds or else in seconds; nullopt if
/// neither fits. For data from other programs, which give no unit.
std::optional<TimePoint> instantInOurTime(qint64 number);

/// Returns formatInstant() without a zero fraction: `2025-11-25T09:00:00Z`.
QString shortInstant(TimePoint at);

} // namespace dueline
