// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/texttable.h"

#include <QTimeZone>

namespace dueline::duectl {

using Table = TextTable;

/// Formats a duration rounded to its two largest units: `3h5m`, `2d`, `450ms`.
QString roughDuration(Millis duration);
/// Formats a relative time: `in 5m`, `3h ago`, `now`.
QString relativeTime(TimePoint at, TimePoint now);
/// Sets the zone for displayed times. The default is UTC; a profile can set a different zone.
void setDisplayZone(const QTimeZone& zone);
const QTimeZone& displayZone();
/// Formats a time as `2026-11-21T08:00:00.000Z`, or with the display zone's UTC offset.
QString instantText(TimePoint at);
/// Formats a time together with its relative time: `in 5m (2026-11-21T08:00:00.000Z)`.
QString timeText(TimePoint at, TimePoint now);
/// Formats the local time of day, for event lines: `14:03:07.250`.
QString clockText(TimePoint at);
/// Returns text such as `1 task` or `12 tasks`.
QString tasksText(qint64 count);
/// Returns text such as `1 has` or `3 have`.
QString hasText(qint64 count);

} // namespace dueline::duectl
