// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QStringView>

namespace dueline {

/// Parses a duration such as `500ms`, `5s`, `10m`, `2h`, or `3d`, or a sum such as `1h30m`; `0` needs no unit. The
/// maximum is 100 years. Signs are accepted only with `allowSign`. Errors: Usage. The message contains the text and the
/// accepted forms.
Result<Millis> parseDuration(QStringView text, bool allowSign = false);

/// Formats a duration exactly, in the shortest form that parseDuration() accepts: `1m30s`, not `90s`; `0s`; `-5m`.
QString formatDuration(Millis duration);

/// Parses an instant in one of three forms: ISO 8601 with an offset (`2026-11-21T08:00:00+08:00`, `…Z`, optionally with
/// a fraction of a second), the form shown in the window (`2026-11-21 08:00:00.000 UTC+8`), or epoch milliseconds (10
/// to 15 digits) as instantOfNumber() accepts them. Refuses times after endOfTime, and times without an offset, because
/// their meaning would depend on the machine. Errors: Usage.
Result<TimePoint> parseInstant(QStringView text);

/// Returns whether a string rejected by parseInstant() looks like an instant: a number in another unit, a date without
/// a time, or a time without an offset. For such strings, parseInstant() returns a specific error. For others, callers
/// that also accept durations show a different message.
bool isNearlyInstant(QStringView text);

/// Formats an instant in UTC with milliseconds, for logs and duectl: `2026-11-21T00:00:00.000Z`. The window formats
/// instants with ui/text.
QString formatInstant(TimePoint at);

} // namespace dueline
