// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/texttable.h"

#include <QTimeZone>

namespace dueline::duectl {

using Table = TextTable;

/// Formats a duration with its two largest units: `3h5m`, `2d`, `450ms`.
QString roughDuration(Millis duration);
/// Formats a relative time: `in 5m`, `3h ago`, `now`.
QString relativeTime(TimePoint at, TimePoint now);
/// Sets the display time zone. The default is UTC; a profile can specify another zone.
void setDisplayZone(const QTimeZone& zone);
const QTimeZone& displayZone();
/// Formats a time as `2026-11-21T08:00:00.000Z`, or with the display zone's UTC offset.
QString instantText(TimePoint at);
/// Formats a time both relative and absolute: `in 5m (2026-11-21T08:00:00.000Z)`.
QString timeText(TimePoint at, TimePoint now);
/// Formats the local time of day that starts a line of event output: `14:03:07.250`.
QString clockText(TimePoint at);
/// Formats a task count: `1 task`, `12 tasks`.
QString tasksText(qint64 count);
/// Returns a number followed by `has` or `have`: `1 has`, `3 have`.
QString hasText(qint64 count);

} // namespace dueline::duectl
