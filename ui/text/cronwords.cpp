// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/cronwords.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/base/zonename.h"
#include "core/queue/schedule.h"
#include "ui/text/formatting.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostTimesTold = 4;

bool isStar(const QByteArray& field) { return field == "*"; }

/// Returns the number in a field; nullopt if the field contains anything else.
std::optional<int> singleNumber(const QByteArray& field)
{
    bool ok = false;
    const int value = field.toInt(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

/// Returns N for `*/N` if N divides `whole` evenly, so that all intervals are equally long.
std::optional<int> evenStep(const QByteArray& field, int whole)
{
    const auto step = field.startsWith("*/") ? singleNumber(field.mid(2)) : std::nullopt;
    return step && *step > 0 && whole % *step == 0 ? step : std::nullopt;
}

/// Returns the values of a list of numbers or names without steps; empty for any other field.
std::vector<int> listedNumbers(const QByteArray& field, const QByteArrayList& names, int namesFrom)
{
    std::vector<int> all;
    const auto read = [&](const QByteArray& word) -> int {
        const qsizetype named = names.indexOf(word.toLower());
        return named >= 0 ? int(named) + namesFrom : singleNumber(word).value_or(-1);
    };
    for (const QByteArray& part : field.split(',')) {
        const qsizetype dash = part.indexOf('-');
        const int first = read(dash < 0 ? part : part.left(dash));
        int last = dash < 0 ? first : read(part.mid(dash + 1));
        if (dash >= 0 && names.size() == 7 && first > 0 && part.mid(dash + 1).toLower() == "sun")
            last = 7;
        if (first < 0 || last < first)
            return {};
        for (int value = first; value <= last; ++value)
            all.push_back(value);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

bool isUnbroken(const std::vector<int>& numbers)
{
    return numbers.size() > 2 && numbers.back() - numbers.front() + 1 == int(numbers.size());
}

QByteArray fieldsOf(const QByteArray& macro)
{
    static const QHash<QByteArray, QByteArray> known{{"@yearly", "0 0 1 1 *"}, {"@annually", "0 0 1 1 *"},
        {"@monthly", "0 0 1 * *"}, {"@weekly", "0 0 * * 0"}, {"@daily", "0 0 * * *"}, {"@midnight", "0 0 * * *"},
        {"@hourly", "0 * * * *"}};
    return known.value(macro.toLower());
}

QString twoDigits(int number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); }

QString offsetWords(const QTimeZone& zone, const QDateTime& at)
{
    return Formatting(zone).offset(fromMs(at.toMSecsSinceEpoch()));
}

/// Returns the names of sorted numbers: `Mon–Fri` if no number between them is missing; otherwise, a list.
template <typename NameOf> QString rangeOrList(const std::vector<int>& numbers, const NameOf& nameOf)
{
    if (isUnbroken(numbers))
        return nameOf(numbers.front()) + u'–' + nameOf(numbers.back());
    QStringList names;
    for (const int number : numbers)
        names << nameOf(number);
    return Formatting::commas(names);
}

} // namespace

QString CronWords::of(const QByteArray& expression)
{
    if (!CronSchedule::parse(expression))
        return {};
    QByteArray text = expression.simplified();
    if (text.startsWith("@every ")) {
        const auto every = parseDuration(QString::fromUtf8(text.mid(7)));
        return every ? tr("every %1", "a duration").arg(Formatting::duration(*every)) : QString();
    }
    if (text.startsWith('@'))
        text = fieldsOf(text);
    const QList<QByteArray> fields = text.split(' ');
    if (fields.size() != 5)
        return {};
    const QString times = clockTimes(fields[0], fields[1]);
    const bool everyDay = isStar(fields[2]) && isStar(fields[3]) && isStar(fields[4]);
    if (times.isEmpty() || everyDay)
        return times.isEmpty() || isStar(fields[1]) || fields[1].startsWith("*/") ? times
                                                                                  : tr("every day %1").arg(times);
    const QString on = days(fields[2], fields[3], fields[4]);
    return on.isEmpty() ? QString() : tr("%1, %2", "days, times").arg(on, times);
}

/// Returns the times of day, such as `at 03:30, 15:30` or `every 5 min`; empty if they are too complex.
QString CronWords::clockTimes(const QByteArray& minutes, const QByteArray& hours)
{
    if (isStar(hours)) {
        if (isStar(minutes))
            return tr("every minute");
        if (const auto step = evenStep(minutes, 60))
            return tr("every %1", "a duration").arg(Formatting::duration(std::chrono::minutes(*step)));
        if (const auto minute = singleNumber(minutes))
            return tr("every hour at minute %1").arg(*minute);
        return {};
    }
    if (const auto step = evenStep(hours, 24)) {
        const auto minute = singleNumber(minutes);
        return minute ? tr("every %1 at minute %2", "a duration in hours")
                            .arg(Formatting::duration(std::chrono::hours(*step)))
                            .arg(*minute)
                      : QString();
    }
    const std::vector<int> atHours = listedNumbers(hours, {}, 0);
    const std::vector<int> atMinutes = listedNumbers(minutes, {}, 0);
    if (atHours.empty() || atMinutes.empty() || atHours.size() * atMinutes.size() > mostTimesTold)
        return {};
    QStringList times;
    for (const int hour : atHours) {
        for (const int minute : atMinutes)
            times << twoDigits(hour) + u':' + twoDigits(minute);
    }
    return tr("at %1", "times of day").arg(Formatting::commas(times));
}

QString CronWords::days(const QByteArray& days, const QByteArray& months, const QByteArray& weekdays)
{
    if ((days.startsWith('*') && !isStar(days)) || (weekdays.startsWith('*') && !isStar(weekdays)))
        return {};
    QString on;
    if (!isStar(days)) {
        const std::vector<int> numbers = listedNumbers(days, {}, 0);
        QStringList words;
        for (const int number : numbers)
            words << QString::number(number);
        if (numbers.empty() || (numbers.size() > mostTimesTold && !isUnbroken(numbers)))
            return {};
        on = tr("on day %1", "of the month")
                 .arg(isUnbroken(numbers) ? words.first() + u'–' + words.last() : Formatting::commas(words));
    }
    if (!isStar(weekdays)) {
        const QString named = weekdayList(weekdays);
        if (named.isEmpty())
            return {};
        on = on.isEmpty() ? named : tr("%1 or %2", "days").arg(on, named);
    }
    if (isStar(months))
        return on;
    const QString named = monthList(months);
    if (named.isEmpty())
        return {};
    return on.isEmpty() ? tr("every day of %1", "months").arg(named) : tr("%1 of %2", "days, months").arg(on, named);
}

QString CronWords::weekdayList(const QByteArray& field)
{
    static const QByteArrayList names{"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
    std::vector<int> numbers = listedNumbers(field, names, 0);
    for (int& number : numbers)
        number = number == 0 ? 7 : number; // QLocale uses 7 for Sunday
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    if (numbers.empty())
        return {};
    const QLocale locale;
    return rangeOrList(numbers, [&locale](int day) { return locale.standaloneDayName(day, QLocale::ShortFormat); });
}

QString CronWords::monthList(const QByteArray& field)
{
    static const QByteArrayList names{
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
    const std::vector<int> numbers = listedNumbers(field, names, 1);
    if (numbers.empty())
        return {};
    const QLocale locale;
    return rangeOrList(
        numbers, [&locale](int month) { return locale.standaloneMonthName(month, QLocale::ShortFormat); });
}

QString CronWords::clockNote(const QTimeZone& zone, TimePoint before, TimePoint run)
{
    if (!zone.hasTransitions())
        return {};
    const QDateTime from = QDateTime::fromMSecsSinceEpoch(toMs(before), QTimeZone::utc());
    const QDateTime to = QDateTime::fromMSecsSinceEpoch(toMs(run), QTimeZone::utc());
    const QString old = offsetWords(zone, from);
    const QString fresh = offsetWords(zone, to);
    if (old == fresh)
        return {};
    return zone.offsetFromUtc(to) > zone.offsetFromUtc(from)
        ? tr("the clocks have gone forward from %1 to %2", "offsets from UTC").arg(old, fresh)
        : tr("the clocks have gone back from %1 to %2", "offsets from UTC").arg(old, fresh);
}

QString CronWords::nextChange(const QTimeZone& zone, TimePoint now)
{
    const QDateTime from = QDateTime::fromMSecsSinceEpoch(toMs(now), QTimeZone::utc());
    const auto change = zone.hasTransitions() ? zone.nextTransition(from) : QTimeZone::OffsetData{};
    const QString offset = offsetWords(zone, from);
    if (!change.atUtc.isValid())
        return tr("%1, no daylight saving time.", "an offset from UTC").arg(offset);
    const QString fresh = offsetWords(zone, change.atUtc);
    const QDateTime oldWall = change.atUtc.toOffsetFromUtc(zone.offsetFromUtc(from));
    const QDateTime newWall = change.atUtc.toTimeZone(zone);
    const QString day = QLocale().toString(oldWall.date(), tr("d MMM yyyy", "date format of a change of the clock"));
    const QString when = tr("%1 until %2, then %3:", "offset, date, offset").arg(offset, day, fresh);
    const auto time = [](const QDateTime& wall) { return wall.toString(QStringLiteral("HH:mm")); };
    return Formatting::sentences({when,
        (change.offsetFromUtc > zone.offsetFromUtc(from)
                ? tr("times from %1 to %2 do not exist on that day; runs scheduled for these times start at %2.",
                    "times of day")
                      .arg(time(oldWall), time(newWall))
                : tr("times from %1 to %2 occur twice on that day; runs scheduled for these times start only at the "
                     "first occurrence.",
                    "times of day")
                      .arg(time(newWall), time(oldWall)))});
}

QString CronWords::dayRule(const QByteArray& expression)
{
    const auto schedule = CronSchedule::parse(expression);
    if (!schedule || schedule->days() == CronSchedule::Days::Plain)
        return {};
    return schedule->days() == CronSchedule::Days::Either
        ? tr("Day and weekday are both restricted: the task runs on days that match either.")
        : tr("Day and weekday are both restricted, and one starts with *: the task runs on days that match both.");
}

QString CronWords::unready(const Schedule& schedule)
{
    if (!isZoneMissingHere(schedule.zone))
        return schedule.unready;
    return tr("The time zone %1 is unknown on this machine; install or update the tzdata package.")
        .arg(printable(schedule.zone, 60));
}

QTimeZone CronWords::zoneOf(const QByteArray& zone)
{
    const auto known = timeZoneNamed(zone);
    return known ? *known : QTimeZone::utc();
}

} // namespace dueline
