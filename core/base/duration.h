// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QStringView>

namespace dueline {

/// Parses `500ms 5s 10m 2h 3d` and sums of them (`1h30m`); `0` needs no unit. A leading + or - only with `allowSign`.
/// Errors: Usage, naming the text and what is accepted. At most 100 years.
Result<Millis> parseDuration(QStringView text, bool allowSign = false);

/// The shortest exact form that parseDuration reads back: `90s` gives `1m30s`, 0 gives `0s`, negative ones a leading -.
QString formatDuration(Millis duration);

/// Parses ISO 8601 with offset (`2026-11-21T08:00:00+08:00`, `…Z`, fractions of a second), the same as the window shows
/// it (`2026-11-21 08:00:00.000 UTC+8`), or epoch milliseconds (10 to 15 digits) as instantOfNumber() takes them. A
/// time without offset is refused, since it means another instant on another machine, and so is one after endOfTime.
/// Errors: Usage.
Result<TimePoint> parseInstant(QStringView text);

/// Whether the error of parseInstant() says more than that it is no time: a number that means something else, a day, a
/// time without offset. For what takes durations as well, and has a sentence of its own for the rest.
bool isNearlyInstant(QStringView text);

/// UTC, milliseconds: `2026-11-21T00:00:00.000Z`. For logs and duectl; the window formats in ui/text.
QString formatInstant(TimePoint at);

} // namespace dueline
