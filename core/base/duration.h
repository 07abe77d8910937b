// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QStringView>

namespace dueline {

/// Parses `500ms 5s 10m 2h 3d` and sums of them (`1h30m`); `0` needs no unit. The maximum is 100 years. A leading + or
/// - is accepted only with `allowSign`. Errors: Usage, with the text and the accepted forms.
Result<Millis> parseDuration(QStringView text, bool allowSign = false);

/// Returns the shortest exact form that parseDuration() accepts: `90s` becomes `1m30s`, 0 becomes `0s`, and a negative
/// duration gets a leading -.
QString formatDuration(Millis duration);

/// Parses an instant in one of three forms: ISO 8601 with offset (`2026-11-21T08:00:00+08:00`, `…Z`, fractions of a
/// second), the form that the window shows (`2026-11-21 08:00:00.000 UTC+8`), or epoch milliseconds (10 to 15 digits)
/// as instantOfNumber() accepts them. A time without offset is refused, because its meaning depends on the machine; so
/// is a time after endOfTime. Errors: Usage.
Result<TimePoint> parseInstant(QStringView text);

/// Returns whether the error of parseInstant() gives a specific reason: a number with another meaning, a day, or a time
/// without an offset. If it does not, callers that also accept durations use their own sentence.
bool isNearlyInstant(QStringView text);

/// Formats an instant in UTC with milliseconds: `2026-11-21T00:00:00.000Z`. Used for logs and duectl; the window
/// formats instants in ui/text.
QString formatInstant(TimePoint at);

} // namespace dueline
