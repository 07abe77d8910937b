// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"

#include "core/base/epochnumber.h"
#include "core/base/text.h"

#include <QDate>

#include <algorithm>
#include <array>
#include <limits>

namespace dueline {

namespace {

struct Unit
{
    const char16_t* name;
    qint64 ms;
};

constexpr qint64 msPerDay = 24 * 60 * 60 * 1000LL;
/// Units, longest first. A sum must list them in this order.
constexpr std::array units{
    Unit{u"d", msPerDay}, Unit{u"h", 60 * 60 * 1000LL}, Unit{u"m", 60 * 1000LL}, Unit{u"s", 1000LL}, Unit{u"ms", 1LL}};
/// Longest valid duration: 100 years, including leap days.
constexpr qint64 longestMs = 36'525 * msPerDay;

bool isDigit(QChar c) { return c >= u'0' && c <= u'9'; }

/// Removes the leading digits of `text` and returns their value; -1 if there are none or the value exceeds `limit`.
qint64 takeNumber(QStringView& text, qint64 limit)
{
    qint64 number = 0;
    qsizetype used = 0;
    for (; used < text.size() && isDigit(text[used]); ++used) {
        number = number * 10 + (text[used].unicode() - u'0');
        if (number > limit)
            return -1;
    }
    text = text.sliced(used);
    return used > 0 ? number : -1;
}

/// Removes exactly `count` leading digits from `text` and returns their value; -1 if there are fewer.
int takeDigits(QStringView& text, qsizetype count)
{
    if (text.size() < count)
        return -1;
    int number = 0;
    for (qsizetype i = 0; i < count; ++i) {
        if (!isDigit(text[i]))
            return -1;
        number = number * 10 + (text[i].unicode() - u'0');
    }
    text = text.sliced(count);
    return number;
}

bool take(QStringView& text, QChar c)
{
    if (!text.startsWith(c))
        return false;
    text = text.sliced(1);
    return true;
}

/// Parses an unsigned sum of units, such as `1h30m`. Returns milliseconds; -1 if the text isn't one.
qint64 sumOfUnits(QStringView text)
{
    if (text == u"0")
        return 0;
    qint64 sum = 0;
    std::size_t nextUnit = 0;
    while (!text.isEmpty()) {
        const qint64 number = takeNumber(text, longestMs);
        qsizetype letters = 0;
        while (letters < text.size() && !isDigit(text[letters]))
            ++letters;
        while (nextUnit < units.size() && text.first(letters) != QStringView(units[nextUnit].name))
            ++nextUnit;
        if (number < 0 || nextUnit == units.size() || number > (longestMs - sum) / units[nextUnit].ms)
            return -1;
        sum += number * units[nextUnit].ms;
        ++nextUnit;
        text = text.sliced(letters);
    }
    return sum;
}

/// Value that takeOffset() returns if there is no offset. Offsets are in minutes.
constexpr int noOffset = std::numeric_limits<int>::min();

/// Removes a leading offset from `text` and returns it: `Z`, `+08:00`, `+0800`, or a form that the window displays
/// (`UTC`, `UTC+8`, `UTC-3:30`), optionally after a space.
int takeOffset(QStringView& text)
{
    take(text, u' ');
    if (take(text, u'Z'))
        return 0;
    const bool shown = text.startsWith(u"UTC");
    if (shown)
        text = text.sliced(3);
    const int sign = take(text, u'+') ? 1 : take(text, u'-') ? -1 : 0;
    if (sign == 0)
        return shown ? 0 : noOffset;
    int hours = takeDigits(text, 2);
    const bool single = hours < 0 && shown;
    if (single)
        hours = takeDigits(text, 1);
    const bool parted = take(text, u':');
    const int minutes = shown && !parted && text.isEmpty() ? 0 : takeDigits(text, 2);
    if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59 || (single && !parted && minutes != 0))
        return noOffset;
    return sign * (hours * 60 + minutes);
}

/// Removes a leading year from `text` and returns it: four digits or, after a `+`, five or six. Milliseconds can
/// represent such distant years.
int takeYear(QStringView& text)
{
    if (!take(text, u'+'))
        return takeDigits(text, 4);
    const int year = takeDigits(text, 5);
    return year < 10'000 || text.isEmpty() || !isDigit(text.front()) ? std::max(year, -1)
                                                                     : year * 10 + takeDigits(text, 1);
}

/// Removes the leading digits after a decimal point from `text` and returns whole milliseconds; -1 unless there are one
/// to nine digits.
int takeFraction(QStringView& text)
{
    int ms = 0;
    qsizetype used = 0;
    for (; used < text.size() && isDigit(text[used]); ++used) {
        if (used < 3)
            ms = ms * 10 + (text[used].unicode() - u'0');
    }
    if (used == 0 || used > 9)
        return -1;
    for (qsizetype i = used; i < 3; ++i)
        ms *= 10;
    text = text.sliced(used);
    return ms;
}

Error notAnInstant(QStringView text)
{
    return {ErrorCode::Usage,
        QStringLiteral("\"%1\" is not a time. Write it as 2026-11-21T08:00:00+08:00, as 2026-11-21T00:00:00Z, or as "
                       "milliseconds since 1970.")
            .arg(printable(text.toUtf8(), 80))};
}

bool isDigitsOnly(QStringView text) { return !text.isEmpty() && std::all_of(text.begin(), text.end(), isDigit); }

/// Parses an instant that consists only of digits: milliseconds since 1970. Errors: Usage, also if the number is
/// probably in a different unit.
Result<TimePoint> instantOfDigits(QStringView text)
{
    bool fits = false;
    const qint64 number = text.toLongLong(&fits);
    if (!fits || text.startsWith(u'0'))
        return notAnInstant(text);
    const auto read = instantOfNumber(number);
    // Instants with fewer digits are implausible, and a score can't represent ones with more digits exactly.
    return read && (text.size() < 10 || text.size() > 15) ? notAnInstant(text) : read;
}

} // namespace

Result<Millis> parseDuration(QStringView text, bool allowSign)
{
    QStringView rest = text;
    bool negative = false;
    if (allowSign && !rest.isEmpty() && (rest.front() == u'+' || rest.front() == u'-')) {
        negative = rest.front() == u'-';
        rest = rest.sliced(1);
    }
    const qint64 ms = rest.isEmpty() ? -1 : sumOfUnits(rest);
    if (ms < 0) {
        return Error{ErrorCode::Usage,
            QStringLiteral(
                "\"%1\" is not a duration. Write it as 500ms, 5s, 10m, 2h, 3d or a sum such as 1h30m, at most "
                "100 years%2.")
                .arg(printable(text.toUtf8(), 80),
                    allowSign ? QStringLiteral(", with an optional + or - in front") : QString())};
    }
    return Millis(negative ? -ms : ms);
}

QString formatDuration(Millis duration)
{
    if (duration.count() == 0)
        return QStringLiteral("0s");
    QString text;
    quint64 rest = quint64(duration.count());
    if (duration.count() < 0) {
        text += u'-';
        rest = 0 - rest;
    }
    for (const Unit& unit : units) {
        const quint64 count = rest / quint64(unit.ms);
        rest %= quint64(unit.ms);
        if (count > 0)
            text += QString::number(count) + QString::fromUtf16(unit.name);
    }
    return text;
}

Result<TimePoint> parseInstant(QStringView text)
{
    if (isDigitsOnly(text))
        return instantOfDigits(text);

    QStringView rest = text;
    const int year = takeYear(rest);
    const bool dashed = take(rest, u'-');
    const int month = takeDigits(rest, 2);
    const bool dashedAgain = take(rest, u'-');
    const int day = takeDigits(rest, 2);
    const QDate date(year, month, day);
    const bool isDate = dashed && dashedAgain && year >= 1 && date.isValid();
    if (isDate && rest.isEmpty()) {
        return Error{ErrorCode::Usage,
            QStringLiteral(
                "\"%1\" is a day, not an instant. For the start of that day in UTC, write %1T00:00:00Z; otherwise add a time of day and an offset, as in 2026-11-21T08:00:00+08:00.")
                .arg(text)};
    }
    const bool separated = take(rest, u'T') || take(rest, u' ');
    const int hour = takeDigits(rest, 2);
    const bool colon = take(rest, u':');
    const int minute = takeDigits(rest, 2);
    int second = 0;
    int ms = 0;
    if (take(rest, u':')) {
        second = takeDigits(rest, 2);
        if (take(rest, u'.'))
            ms = takeFraction(rest);
    }
    const bool shaped = isDate && separated && colon && hour >= 0 && hour < 24 && minute >= 0 && minute < 60
        && second >= 0 && second < 60 && ms >= 0;
    if (!shaped)
        return notAnInstant(text);
    const qint64 days = date.toJulianDay() - QDate(1970, 1, 1).toJulianDay();
    const auto instantAt = [&](int offset) {
        return fromMs(days * msPerDay + ((hour * 60LL + minute - offset) * 60 + second) * 1000 + ms);
    };
    if (rest.isEmpty()) {
        return Error{ErrorCode::Usage,
            QStringLiteral(
                "The time \"%1\" has no UTC offset, so it is a different instant in each time zone. For UTC, write %2; otherwise add the offset, as in 2026-11-21T08:00:00+08:00.")
                .arg(printable(text.toUtf8(), 80), shortInstant(instantAt(0)))};
    }
    const int offset = takeOffset(rest);
    if (offset == noOffset || !rest.isEmpty())
        return notAnInstant(text);
    const TimePoint at = instantAt(offset);
    if (double(toMs(at)) > endOfTime) {
        return Error{ErrorCode::Usage,
            QStringLiteral("The time \"%1\" is too far in the future: Redis stores milliseconds since 1970 exactly "
                           "only up to %2.")
                .arg(printable(text.toUtf8(), 80), shortInstant(fromMs(qint64(endOfTime))))};
    }
    return at;
}

bool isNearlyInstant(QStringView text)
{
    const QString missing = text.toString();
    return (isDigitsOnly(text) && text.size() >= 8) || parseInstant(missing + u'Z')
        || parseInstant(missing + QStringLiteral("T00:00Z"));
}

QString formatInstant(TimePoint at)
{
    // Don't use std::chrono::year, which ends at 32767: instants with fifteen digits can be later.
    const auto midnight = std::chrono::floor<std::chrono::days>(at);
    const QDate date = QDate::fromJulianDay(QDate(1970, 1, 1).toJulianDay() + midnight.time_since_epoch().count());
    const std::chrono::hh_mm_ss time(at - midnight);
    const char* sign = date.year() > 9999 ? "+" : ""; // ISO 8601 requires the sign for years above 9999
    return QString::asprintf("%s%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", sign, date.year(), date.month(), date.day(),
        int(time.hours().count()), int(time.minutes().count()), int(time.seconds().count()),
        int(time.subseconds().count()));
}

} // namespace dueline
