// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QStringView>

namespace dueline {

/// Parses `500ms 5s 10m 2h 3d` and sums of them (`1h30m`); `0` needs no unit. A leading + or - only with `allowSign`.
/// Errors: Usage, naming the text and what is accepted. At most 100 years.
Result<Millis> parseDuration(QStringView text, bool allowSign = false);

/// Returns the shortest exact form that parseDuration() accepts: `90s` gives `1m30s`, 0 gives `0s`, a negative
/// duration a leading -.
QString formatDuration(Millis duration);

/// Parses an instant in one of three forms: ISO 8601 with offset (`2026-11-21T08:00:00+08:00`, `…Z`, fractions of a
/// second), the form that the window shows (`2026-11-21 08:00:00.000 UTC+8`), or epoch milliseconds (10 to 15 digits)
/// as instantOfNumber() accepts them. A time without offset is refused, because its meaning depends on the machine; so
/// is a time after endOfTime. Errors: Usage.
Result<TimePoint> parseInstant(QStringView text);

/// Returns whether the error of parseInstant() gives a specific reason: a number with another meaning, a day, or a
/// time without offset. Callers that also accept durations use their own sentence otherwise.
bool isNearlyInstant(QStringView text);

/// Formats an instant in UTC with milliseconds: `2026-11-21T00:00:00.000Z`. For logs and duectl; the window formats in
/// ui/text.
QString formatInstant(TimePoint at);

} // namespace dueline
