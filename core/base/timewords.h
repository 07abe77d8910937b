// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QDateTime>
#include <QStringView>

#include <optional>

namespace dueline {

/// What a clock on the wall shows at the time that words name, where it shows `now`; both as times of UTC.
///
/// - A day, a time of day, or both: `tomorrow`, `tomorrow 9`, `9am tomorrow`, `today 17:30`, `noon`, `9:30pm`,
///   `2026-11-25 9am`, `nov 28 9:00`, `28 nov`; `明天 9点`, `后天下午3点半`, `今晚 8点`, `11月25日 9:00`. A day alone
///   is its beginning, a time of day alone is today's; `tonight` alone is 20:00, `midnight` alone the end of today.
/// - A day of the week, and one of the year without its year, is the next such day, today included: `fri 13:00` on a
///   Friday is today. `this friday` and `本周五` are of this week, `next friday` and `下周五` of the next one. Weeks
///   begin on Monday.
/// - So a time that has passed today stays today's, with and without a day. Who takes it says that it is in the past.
///
/// Capitals do not matter. nullopt: they name none, or more than one, as `晚上12点` and `tomorrow midnight` do, which
/// some write for the beginning of the day and some for its end.
std::optional<QDateTime> wallTimeOfWords(QStringView words, const QDateTime& now);

/// How far from now: `in 2 hours`, `in an hour`, `+2h`, `1 week 3 days`, `5 min ago`; `2小时后`, `半小时后`, `两天前`.
/// A day is 24 hours, whatever the clocks do. nullopt: it is none, or longer than parseDuration() takes.
std::optional<Millis> distanceOfWords(QStringView words);

/// A length of time as it is typed: what parseDuration() reads, or words as `2 hours` and `2小时`. A number alone lacks
/// its unit, and what lies in the past is none. Errors: Usage, a sentence.
Result<Millis> parseTypedDuration(QStringView text);

} // namespace dueline
