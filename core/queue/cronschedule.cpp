// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/cronschedule.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/base/zonename.h"
#include "core/queue/crondialect.h"

#include <QDateTime>
#include <QList>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr Millis minuteLength{60'000};
constexpr Millis hourLength{3'600'000};
constexpr Millis shortestEvery{1'000};
/// Longest gap between matches. February 29 recurs within eight years, but February 29 on a given weekday (`*/7`) may
/// take 40 years if a century year isn't a leap year.
constexpr int farthestDays = 366 * 41;
// maximum difference in hours between any two UTC offsets, which also limits the size of a clock change
constexpr int zoneReach = 27;

struct Macro
{
    QByteArrayView name;
    QByteArrayView fields;
};
constexpr std::array macros{Macro{"@yearly", "0 0 1 1 *"}, Macro{"@annually", "0 0 1 1 *"},
    Macro{"@monthly", "0 0 1 * *"}, Macro{"@weekly", "0 0 * * 0"}, Macro{"@daily", "0 0 * * *"},
    Macro{"@midnight", "0 0 * * *"}, Macro{"@hourly", "0 * * * *"}};

/// One of the five fields: display name, range, and names for its values.
struct CronField
{
    const char* name;
    int least;
    int most;
    std::vector<QByteArrayView> words; ///< names of the values, starting at `least`
};

const std::array<CronField, 5>& cronFields()
{
    static const std::array<CronField, 5> all{CronField{"minute", 0, 59, {}}, CronField{"hour", 0, 23, {}},
        CronField{"day of the month", 1, 31, {}},
        CronField{"month", 1, 12, {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
        CronField{"day of the week", 0, 7, {"sun", "mon", "tue", "wed", "thu", "fri", "sat"}}};
    return all;
}

Error wrong(QByteArrayView expression, const QString& what)
{
    // A hint about another dialect is more helpful than the first error.
    if (const QString dialect = otherCronDialect(expression.toByteArray()); !dialect.isEmpty())
        return {ErrorCode::Usage, QStringLiteral("Not a valid schedule: %1").arg(dialect)};
    return {ErrorCode::Usage,
        QStringLiteral(
            "Not a valid schedule: %1 Write it as \"*/5 * * * *\", \"30 3 * * mon-fri\", @daily or @every 90s.")
            .arg(what)};
}

QString problemOf(const CronField& field, QByteArrayView part)
{
    return QStringLiteral("the %1 \"%2\" is not between %3 and %4.")
        .arg(QLatin1StringView(field.name), printable(part.toByteArray(), 40))
        .arg(field.least)
        .arg(field.most);
}

std::optional<int> number(const CronField& field, QByteArrayView text)
{
    const QByteArray lower = text.toByteArray().toLower();
    for (std::size_t i = 0; i < field.words.size(); ++i) {
        if (lower == field.words[i])
            return field.least + int(i);
    }
    if (lower.isEmpty() || lower.size() > 2
        || !std::all_of(lower.begin(), lower.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    const int value = lower.toInt();
    return value >= field.least && value <= field.most ? std::optional(value) : std::nullopt;
}

/// Returns the values that a field matches; empty if the field is invalid.
std::vector<int> numbers(const CronField& field, QByteArrayView text)
{
    std::vector<int> all;
    for (const QByteArray& part : text.toByteArray().split(',')) {
        const qsizetype slash = part.indexOf('/');
        const QByteArray range = slash < 0 ? part : part.left(slash);
        int step = 1;
        if (slash >= 0) {
            bool isNumber = false;
            step = part.mid(slash + 1).toInt(&isNumber);
            if (!isNumber || step < 1 || step > field.most || part.size() > slash + 3)
                return {};
        }
        int from = field.least;
        int to = field.most;
        if (range != "*") {
            const qsizetype dash = range.indexOf('-');
            const auto first = number(field, dash < 0 ? range : range.left(dash));
            auto last = dash < 0 ? first : number(field, range.mid(dash + 1));
            if (dash >= 0 && field.most == 7 && first > 0 && range.mid(dash + 1).toLower() == "sun")
                last = 7; // at the end of a range, Sunday is 7
            if (!first || !last || *first > *last || (dash < 0 && slash >= 0))
                return {};
            from = *first;
            to = *last;
        }
        for (int value = from; value <= to; value += step)
            all.push_back(value);
    }
    return all;
}

} // namespace

Result<CronSchedule> CronSchedule::parse(QByteArrayView expression, QByteArrayView zone)
{
    CronSchedule schedule;
    schedule.m_expression = expression.toByteArray().simplified();
    schedule.m_zone = zone.toByteArray();
    if (!zone.isEmpty()) {
        auto known = timeZoneNamed(schedule.m_zone);
        if (!known)
            return known.error();
        schedule.m_timeZone = *std::move(known);
    }
    QByteArray text = schedule.m_expression;
    if (text.startsWith("@every ")) {
        const auto every = parseDuration(QString::fromUtf8(text.mid(7)));
        if (!every)
            return wrong(expression, every.error().message);
        if (*every < shortestEvery)
            return wrong(expression, QStringLiteral("the shortest interval is one second."));
        schedule.m_every = *every;
        return schedule;
    }
    if (text.startsWith('@')) {
        const auto macro = std::find_if(
            macros.begin(), macros.end(), [name = text.toLower()](const Macro& known) { return known.name == name; });
        if (macro == macros.end())
            return wrong(expression, QStringLiteral("this word is unknown."));
        text = macro->fields.toByteArray();
    }
    const QList<QByteArray> parts = text.isEmpty() ? QList<QByteArray>() : text.split(' ');
    if (parts.size() != qsizetype(cronFields().size()))
        return wrong(expression,
            (parts.size() == 1 ? QStringLiteral("it has 1 field instead of 5.")
                               : QStringLiteral("it has %1 fields instead of 5.").arg(parts.size())));
    for (std::size_t i = 0; i < cronFields().size(); ++i) {
        const QByteArray& part = parts[qsizetype(i)];
        const std::vector<int> values = numbers(cronFields()[i], part);
        if (values.empty())
            return wrong(expression, problemOf(cronFields()[i], part));
        for (const int value : values) {
            switch (i) {
            case 0:
                schedule.m_minutes.set(std::size_t(value));
                break;
            case 1:
                schedule.m_hours.set(std::size_t(value));
                break;
            case 2:
                schedule.m_days.set(std::size_t(value));
                break;
            case 3:
                schedule.m_months.set(std::size_t(value));
                break;
            default:
                schedule.m_weekdays.set(std::size_t(value % 7));
                break;
            }
        }
    }
    schedule.m_followsWall = schedule.m_hours.all();
    schedule.m_anyDay = parts[2].startsWith('*');
    schedule.m_anyWeekday = parts[4].startsWith('*');
    if (!schedule.everComes())
        return wrong(expression, QStringLiteral("no such date exists."));
    return schedule;
}

CronSchedule::Days CronSchedule::days() const
{
    const bool restricted = m_days.count() < 31 && m_weekdays.count() < 7;
    if (m_every || !restricted)
        return Days::Plain;
    return m_anyDay || m_anyWeekday ? Days::Both : Days::Either;
}

TimePoint CronSchedule::next(TimePoint after) const
{
    if (m_every) {
        const qint64 every = m_every->count();
        const qint64 at = toMs(after);
        const qint64 whole = at >= 0 ? at / every : -((-at + every - 1) / every);
        return fromMs((whole + 1) * every);
    }
    // Start one day early: a clock change near midnight can shift the start of a day.
    QDate date = QDateTime::fromMSecsSinceEpoch(toMs(after + offsetAt(after)), QTimeZone::utc()).date().addDays(-1);
    for (int day = 0; day < farthestDays; ++day, date = date.addDays(1)) {
        if (!dayMatches(date))
            continue;
        if (const auto first = firstOfDay(date, after)) {
            // After a clock change, a time on the next day may come before a time on this day.
            const auto other = dayMatches(date.addDays(1)) ? firstOfDay(date.addDays(1), after) : std::nullopt;
            return other ? std::min(*first, *other) : *first;
        }
    }
    return TimePoint::max(); // unreachable: parse() rejects expressions that never match
}

std::vector<TimePoint> CronSchedule::next(TimePoint after, int count) const
{
    std::vector<TimePoint> instants;
    for (int i = 0; i < count; ++i) {
        after = next(after);
        instants.push_back(after);
    }
    return instants;
}

std::optional<TimePoint> CronSchedule::last(TimePoint now, Millis within) const
{
    // Double the search period each time, so that frequent matches are found quickly.
    for (Millis back = std::min(within, Millis(2 * 60'000));; back = std::min(within, back * 2)) {
        TimePoint at = next(now - back - Millis(1));
        if (at <= now) {
            for (TimePoint later = next(at); later <= now; later = next(later))
                at = later;
            return at;
        }
        if (back >= within)
            return std::nullopt;
    }
}

bool CronSchedule::dayMatches(const QDate& date) const
{
    if (!m_months.test(std::size_t(date.month())))
        return false;
    const bool day = m_days.test(std::size_t(date.day()));
    const bool weekday = m_weekdays.test(std::size_t(date.dayOfWeek() % 7));
    return m_anyDay || m_anyWeekday ? day && weekday : day || weekday;
}

bool CronSchedule::everComes() const
{
    if (!m_anyDay && !m_anyWeekday)
        return true; // the two day fields are ORed, and every weekday occurs in every month
    for (int month = 1; month <= 12; ++month) {
        if (!m_months.test(std::size_t(month)))
            continue;
        const int longest = QDate(2000, month, 1).daysInMonth(); // 2000 is a leap year
        for (int day = 1; day <= longest; ++day) {
            if (m_days.test(std::size_t(day)))
                return true;
        }
    }
    return false;
}

/// Returns the first match on this local date that is later than `after`, or nullopt.
std::optional<TimePoint> CronSchedule::firstOfDay(const QDate& date, TimePoint after) const
{
    const qint64 midnight = QDateTime(date, QTime(0, 0), QTimeZone::utc()).toMSecsSinceEpoch();
    if (const auto offset = steadyOffset(midnight)) {
        for (qint64 minute = 0; minute < 24 * 60; ++minute) {
            const TimePoint at = fromMs(midnight) + minute * minuteLength - *offset;
            if (at > after && m_hours.test(std::size_t(minute / 60)) && m_minutes.test(std::size_t(minute % 60)))
                return at;
        }
        return std::nullopt;
    }
    std::optional<TimePoint> best;
    for (int hour = 0; hour < 24; ++hour) {
        if (!m_hours.test(std::size_t(hour)))
            continue;
        const qint64 hourMs = midnight + hour * hourLength.count();
        // Skip hours that end before `after` or begin after the best match so far.
        if (hourMs + zoneReach * hourLength.count() < toMs(after)
            || (best && hourMs - zoneReach * hourLength.count() > toMs(*best)))
            continue;
        for (int minute = 0; minute < 60; ++minute) {
            if (!m_minutes.test(std::size_t(minute)))
                continue;
            for (const TimePoint at : instantsOf(hourMs + minute * minuteLength.count())) {
                if (at > after && (!best || at < *best))
                    best = at;
            }
        }
    }
    return best;
}

/// Returns the UTC offset of the local day that starts at `midnight`; nullopt if the clock changes on or near that day.
std::optional<Millis> CronSchedule::steadyOffset(qint64 midnight) const
{
    if (m_zone.isEmpty())
        return Millis(0);
    const TimePoint from = fromMs(midnight) - zoneReach * hourLength;
    if (m_timeZone.hasTransitions()) {
        const auto change = m_timeZone.nextTransition(QDateTime::fromMSecsSinceEpoch(toMs(from), QTimeZone::utc()));
        if (change.atUtc.isValid()
            && change.atUtc.toMSecsSinceEpoch() < midnight + (24 + zoneReach) * hourLength.count())
            return std::nullopt;
    }
    return offsetAt(from);
}

/// Returns the times when the wall clock shows `wallMs`: exactly one, except near a clock change (see CronSchedule).
std::vector<TimePoint> CronSchedule::instantsOf(qint64 wallMs) const
{
    std::vector<TimePoint> instants;
    std::vector<Millis> tried;
    for (const int hours : {-zoneReach, -zoneReach / 2, 0, zoneReach / 2, zoneReach}) {
        const Millis offset = offsetAt(fromMs(wallMs) + hours * hourLength);
        if (std::find(tried.begin(), tried.end(), offset) != tried.end())
            continue;
        tried.push_back(offset);
        const TimePoint at = fromMs(wallMs) - offset;
        if (offsetAt(at) == offset)
            instants.push_back(at);
    }
    std::sort(instants.begin(), instants.end());
    if (!m_followsWall) {
        if (instants.empty())
            return {change(wallMs)};
        instants.resize(1);
    }
    return instants;
}

/// Returns the time of the clock change that skips `wallMs`.
TimePoint CronSchedule::change(qint64 wallMs) const
{
    // Bisect: before the change, the wall clock shows a time before `wallMs`; after it, a later time.
    TimePoint before = fromMs(wallMs) - zoneReach * hourLength;
    TimePoint past = fromMs(wallMs) + zoneReach * hourLength;
    while (past - before > Millis(1)) {
        const TimePoint middle = before + (past - before) / 2;
        (toMs(middle + offsetAt(middle)) <= wallMs ? before : past) = middle;
    }
    return past;
}

Millis CronSchedule::offsetAt(TimePoint at) const
{
    if (m_zone.isEmpty())
        return Millis(0);
    return Millis(m_timeZone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(toMs(at), QTimeZone::utc())) * 1000LL);
}

} // namespace dueline
