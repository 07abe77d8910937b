// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QStringView>

namespace dueline {

/// Parses a duration such as `500ms`, `5s`, `10m`, `2h` or `3d`, or a sum such as `1h30m`; `0` needs no unit. The
/// maximum is 100 years. A leading sign is accepted only with `allowSign`. Errors: Usage, with the text and the
/// accepted forms.
Result<Millis> parseDuration(QStringView text, bool allowSign = false);

/// Returns the shortest exact form that parseDuration() accepts: `90s` becomes `1m30s`, 0 becomes `0s`, and a negative
/// duration gets a leading -.
QString formatDuration(Millis duration);

/// Parses an instant in one of three forms: ISO 8601 with offset (`2026-11-21T08:00:00+08:00`, `…Z`, fractions of a
/// second), the form that the window shows (`2026-11-21 08:00:00.000 UTC+8`), or epoch milliseconds (10 to 15 digits)
/// as instantOfNumber() accepts them. Refuses times after endOfTime, and times without an offset, whose meaning depends
/// on the machine. Errors: Usage.
Result<TimePoint> parseInstant(QStringView text);

/// Returns whether parseInstant() has a specific reason for refusing this text: it is a number in another unit, a date
/// without a time, or a time without an offset. For any other text, callers that also accept durations show their own
/// message.
bool isNearlyInstant(QStringView text);

/// Formats an instant in UTC with milliseconds: `2026-11-21T00:00:00.000Z`. Used for logs and duectl; the window
/// formats instants in ui/text.
QString formatInstant(TimePoint at);

} // namespace dueline
