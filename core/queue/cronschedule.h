// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QDate>
#include <QTimeZone>

#include <bitset>
#include <optional>
#include <vector>

namespace dueline {

/// Recurrence: a cron expression in a time zone, or a fixed interval.
/// - Five fields, `minute hour day-of-month month day-of-week`: `*`, numbers, ranges `a-b`, lists `a,b`, steps `*/n`
///   and `a-b/n`. Months and days of the week may be given as their first three letters, in any case. 0 and 7 are
///   Sunday, `fri-sun` is 5-7. If both days are restricted (neither begins with `*`), either may match, as in cron(8).
/// - `@yearly @annually @monthly @weekly @daily @midnight @hourly`.
/// - `@every D` with a duration of at least one second: runs at multiples of D since the epoch, so that all engines
///   agree on the times.
/// With daylight saving time, an expression that includes all 24 hours follows the wall clock minute by minute: it
/// skips the minutes that the wall clock skips, and runs again in the repeated hour. Any other expression names times
/// of day: a skipped time runs when the clock changes, and a repeated time runs only the first time.
class CronSchedule
{
public:
    /// Parses an expression. `zone`: name accepted by timeZoneNamed(); empty: UTC. Errors: Usage for an invalid field,
    /// listing the accepted values, or if the expression never matches, such as on February 30.
    static Result<CronSchedule> parse(QByteArrayView expression, QByteArrayView zone = {});

    /// Returns the first match after `after`.
    TimePoint next(TimePoint after) const;
    /// Returns the next `count` matches after `after`, earliest first.
    std::vector<TimePoint> next(TimePoint after, int count) const;
    /// Returns the last match up to `now` and at most `within` before it, or nullopt.
    std::optional<TimePoint> last(TimePoint now, Millis within) const;

    /// Rule for combining the day of the month with the day of the week.
    enum class Days : quint8 {
        Plain, ///< At most one of the two day fields is restricted.
        Either, ///< Either field must match.
        Both, ///< One field begins with `*`, so both must match.
    };
    Days days() const;

    const QByteArray& expression() const { return m_expression; }
    const QByteArray& zone() const { return m_zone; }

    bool operator==(const CronSchedule& other) const
    {
        return m_expression == other.m_expression && m_zone == other.m_zone;
    }

private:
    bool dayMatches(const QDate& date) const;
    bool everComes() const;
    std::optional<TimePoint> firstOfDay(const QDate& date, TimePoint after) const;
    std::optional<Millis> steadyOffset(qint64 midnight) const;
    std::vector<TimePoint> instantsOf(qint64 wallMs) const;
    TimePoint change(qint64 wallMs) const;
    Millis offsetAt(TimePoint at) const;

    QByteArray m_expression;
    QByteArray m_zone;
    QTimeZone m_timeZone = QTimeZone::utc();
    std::optional<Millis> m_every;
    std::bitset<60> m_minutes;
    std::bitset<24> m_hours;
    std::bitset<32> m_days;
    std::bitset<13> m_months;
    std::bitset<7> m_weekdays; ///< matching days of the week; 0 is Sunday
    bool m_anyDay = false; ///< true if the day of month begins with `*`
    bool m_anyWeekday = false;
    bool m_followsWall = false; ///< true if every hour matches
};

} // namespace dueline
