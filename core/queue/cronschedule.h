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

/// When something recurs: a cron expression in a time zone, or a fixed distance.
///
/// - Five fields, `minute hour day-of-month month day-of-week`: `*`, numbers, ranges `a-b`, lists `a,b`, steps `*/n`
///   and
///   `a-b/n`; months and days of the week by their first three letters in any case; 0 and 7 are Sunday, `fri-sun` is
///   5-7. Where both days
///   are restricted (neither begins with `*`), either may match, as in cron(8).
/// - `@yearly @annually @monthly @weekly @daily @midnight @hourly`.
/// - `@every D` with a duration of one second or more: instants at whole multiples of D since the epoch, so that every
///   engine computes the same ones.
///
/// Daylight saving: an expression of all 24 hours, however they are written, follows the clock on the wall, minute by
/// minute: it skips what the wall skips and runs again in the hour that comes twice. Any other names times of day: one
/// that the wall skips runs at the instant of the change, one that comes twice runs the first time only.
class CronSchedule
{
public:
    /// `zone`: as timeZoneNamed() takes it, empty for UTC. Errors: Usage, naming the field and what it accepts; an
    /// expression that never comes (30 February) is one.
    static Result<CronSchedule> parse(QByteArrayView expression, QByteArrayView zone = {});

    /// The first instant later than `after`.
    TimePoint next(TimePoint after) const;
    /// The next `count` instants later than `after`, earliest first.
    std::vector<TimePoint> next(TimePoint after, int count) const;
    /// The last instant not later than `now`, looking back over `within` at most; nullopt: there was none.
    std::optional<TimePoint> last(TimePoint now, Millis within) const;

    /// Which days it means where both the day of the month and the day of the week are restricted.
    enum class Days : quint8 {
        Plain, ///< one of them at most is
        Either, ///< one of the two is enough
        Both, ///< one begins with `*`: both have to match
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
    std::bitset<7> m_weekdays; ///< 0 is Sunday
    bool m_anyDay = false; ///< the day of month begins with `*`
    bool m_anyWeekday = false;
    bool m_followsWall = false; ///< every hour is one of its
};

} // namespace dueline
