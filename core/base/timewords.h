// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QDateTime>
#include <QStringView>

#include <optional>

namespace dueline {

/// Returns the wall clock time that words describe, relative to the wall clock time `now`; both are
/// stored as UTC times.
/// - A day, a time of day, or both: `tomorrow`, `tomorrow 9`, `9am tomorrow`, `today 17:30`,
///   `noon`, `9:30pm`, `2026-11-25 9am`, `nov 28 9:00`, `28 nov`; `明天 9点`, `后天下午3点半`, `今晚 8点`,
///   `11月25日 9:00`. A day alone means its beginning, and a time of day alone means today; `tonight`
///   alone is 20:00, and `midnight` alone is the end of today.
/// - A day of the week, or a date without a year, means the next such day, including today: `fri
///   13:00` on a Friday is today. `this friday` and `本周五` mean this week, `next friday` and `下周五`
///   the next week. Weeks begin on Monday.
/// - A time that has already passed today still means today. The caller reports that it is in the
///   past.
/// Case does not matter. Returns nullopt if the words name no time, or are ambiguous: `晚上12点` and
/// `tomorrow midnight` may mean the beginning or the end of the day.
std::optional<QDateTime> wallTimeOfWords(QStringView words, const QDateTime& now);

/// Parses a time relative to now and returns the signed distance: `in 2 hours`, `in an hour`, `+2h`, `1 week 3 days`,
/// `5 min ago`; `2小时后`, `半小时后`, `两天前`. A day is always 24 hours, even across a clock change. Returns nullopt
/// for any other text, and for distances above parseDuration()'s limit.
std::optional<Millis> distanceOfWords(QStringView words);

/// Parses a length of time that a user typed, in a form that parseDuration() accepts or in words such as `2 hours` and
/// `2小时`. Refuses numbers without a unit, and negative lengths. Errors: Usage. The message is a complete sentence.
Result<Millis> parseTypedDuration(QStringView text);

} // namespace dueline
