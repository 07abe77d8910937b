// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/timewords.h"

#include "core/base/duration.h"
#include "core/base/text.h"

#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

using Match = QRegularExpressionMatch;

/// Converts a Chinese numeral to digits: `十二` becomes 12. Other text is returned unchanged.
QString digitsOf(const QString& numeral)
{
    static const QString digits = QStringLiteral("零一二三四五六七八九");
    const auto digit = [](QChar c) { return c == u'两' ? 2 : int(digits.indexOf(c)); };
    const qsizetype ten = numeral.indexOf(u'十');
    if (ten < 0)
        return numeral.size() == 1 ? QString::number(digit(numeral[0])) : numeral;
    if (ten > 1 || numeral.size() - ten > 2 || numeral.count(u'十') > 1)
        return numeral;
    const int tens = ten == 1 ? digit(numeral[0]) : 1;
    return QString::number(tens * 10 + (numeral.size() > ten + 1 ? digit(numeral[ten + 1]) : 0));
}

/// Normalizes words: lower case, single spaces, digits for Chinese numerals before a unit, and abbreviations spelled
/// out.
QString plainWords(QStringView words)
{
    static const QRegularExpression numeral(QStringLiteral(
        "(?<![周期拜])[零一二两三四五六七八九十]+(?=\\s*(?:个|点|时|分|秒|毫秒|刻|小时|钟头|天|周|星期|礼拜))"));
    static const QRegularExpression evening(QStringLiteral("([今明后])晚(?:上)?"));
    static const QRegularExpression morning(QStringLiteral("([今明后])早(?:上)?"));
    QString text = halfWidth(words).simplified().toLower();
    static const QRegularExpression one(
        QStringLiteral("(?<![a-z])(?:an?|one) (?=(?:hour|minute|second|day|week)(?![a-z]))"));
    text.replace(evening, QStringLiteral("\\1天晚上")).replace(morning, QStringLiteral("\\1天早上"));
    text.replace(QStringLiteral("half an hour"), QStringLiteral("30 min")).replace(one, QStringLiteral("1 "));
    for (auto found = numeral.match(text); found.hasMatch();) {
        const QString digits = digitsOf(found.captured());
        text.replace(found.capturedStart(), found.capturedLength(), digits);
        found = numeral.match(text, found.capturedStart() + digits.size());
    }
    return text;
}

/// Converts an hour on a 12-hour clock to the hour of the day. `part`: part of the day; empty: the hour is already on a
/// 24-hour clock. Returns -1 if the hour is ambiguous or doesn't exist in that part.
int hourOf(int hour, const QString& part)
{
    if (part.isEmpty())
        return hour;
    if (part == u"am" || part == u"pm")
        return hour < 1 || hour > 12 ? -1 : hour % 12 + (part == u"pm" ? 12 : 0);
    if (part == u"凌晨")
        return hour == 12 ? 0 : hour <= 6 ? hour : -1;
    if (part == u"早上" || part == u"早晨" || part == u"上午")
        return hour < 12 ? hour : -1;
    if (part == u"中午")
        return hour == 1 || hour == 2 ? hour + 12 : hour >= 11 && hour <= 14 ? hour : -1;
    if (part == u"下午" || part == u"傍晚")
        return hour >= 1 && hour < 12 ? hour + 12 : hour >= 12 ? hour : -1;
    // 晚上 (evening or night) is the only remaining part
    return hour >= 5 && hour < 12 ? hour + 12 : hour >= 17 ? hour : -1;
}

/// Parses `17:30`, `9:30pm`, `noon`, or `下午3点半`. `afterDay`: whether a day precedes the time, in which case a bare
/// number is an hour.
std::optional<QTime> timeOfDay(const QString& text, bool afterDay)
{
    if (text == u"noon" || text == u"中午")
        return QTime(12, 0);
    if (text == u"晚上" && afterDay)
        return QTime(20, 0);
    static const QRegularExpression english(QStringLiteral("^(\\d{1,2})(?::(\\d\\d)(?::(\\d\\d))?)?(?: ?([ap]m))?$"));
    static const QRegularExpression chinese(QStringLiteral(
        "^(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)? ?(\\d{1,2})"
        "(?::(\\d\\d)(?::(\\d\\d))?| ?[点时] ?(?:(\\d{1,2}) ?(?:分(?: ?(\\d{1,2}) ?秒)?)?|(半)|([123])刻|整|钟)?)$"));
    int hour = 0;
    int minute = 0;
    int second = 0;
    QString part;
    if (const Match found = english.match(text); found.hasMatch()) {
        part = found.captured(4);
        if (!afterDay && part.isEmpty() && found.captured(2).isEmpty())
            return std::nullopt;
        hour = found.captured(1).toInt();
        minute = found.captured(2).toInt();
        second = found.captured(3).toInt();
    } else if (const Match shown = chinese.match(text); shown.hasMatch()) {
        part = shown.captured(1);
        hour = shown.captured(2).toInt();
        minute = shown.captured(3).toInt() + shown.captured(5).toInt() + shown.captured(8).toInt() * 15;
        if (!shown.captured(7).isEmpty())
            minute = 30;
        second = shown.captured(4).toInt() + shown.captured(6).toInt();
    } else {
        return std::nullopt;
    }
    const QTime time(hourOf(hour, part), minute, second);
    return time.isValid() ? std::optional(time) : std::nullopt;
}

QDate weekdayOf(int weekday, const QString& which, QDate today)
{
    const QDate monday = today.addDays(1 - today.dayOfWeek());
    if (which.isEmpty())
        return today.addDays((weekday - today.dayOfWeek() + 7) % 7);
    const bool next = which == u"next" || which.startsWith(u'下');
    return monday.addDays(weekday - 1 + (next ? 7 : 0));
}

/// Returns the date in the given year or, if `year` is empty, its next occurrence, possibly today.
std::optional<QDate> dayOfYear(const QString& year, int month, int day, QDate today)
{
    QDate date(year.isEmpty() ? today.year() : year.toInt(), month, day);
    if (year.isEmpty() && date < today)
        date = date.addYears(1);
    return date.isValid() ? std::optional(date) : std::nullopt;
}

std::optional<QDate> englishDay(const QString& text, QDate today)
{
    static const QRegularExpression weekday(QStringLiteral(
        "^(?:(next|this) )?(?:(mon)(?:day)?|(tue)(?:s|sday)?|(wed)(?:nesday)?|(thu)(?:r|rs|rsday)?|(fri)(?:day)?"
        "|(sat)(?:urday)?|(sun)(?:day)?)$"));
    struct Named
    {
        QStringView name;
        int days;
    };
    for (const Named& named : {Named{u"today", 0}, Named{u"tomorrow", 1}, Named{u"day after tomorrow", 2},
             Named{u"the day after tomorrow", 2}, Named{u"yesterday", -1}}) {
        if (text == named.name)
            return today.addDays(named.days);
    }
    static const QString month = QStringLiteral(
        "(?:(jan)(?:uary)?|(feb)(?:ruary)?|(mar)(?:ch)?|(apr)(?:il)?|(may)|(june?)|(july?)|(aug)(?:ust)?|(sep)(?:t|tember)?"
        "|(oct)(?:ober)?|(nov)(?:ember)?|(dec)(?:ember)?)");
    static const QRegularExpression dayFirst(
        QStringLiteral("^(\\d{1,2})(?:st|nd|rd|th)? (?:of )?%1(?:,? (?<year>\\d{4}))?$").arg(month));
    static const QRegularExpression monthFirst(
        QStringLiteral("^%1 (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?$").arg(month));
    for (const QRegularExpression* form : {&dayFirst, &monthFirst}) {
        const Match found = form->match(text);
        const int first = form == &dayFirst ? 2 : 1; // index of the capture for January
        for (int i = 0; found.hasMatch() && i < 12; ++i) {
            if (!found.captured(first + i).isEmpty())
                return dayOfYear(found.captured(QStringLiteral("year")), i + 1,
                    (first == 2 ? found.captured(1) : found.captured(QStringLiteral("day"))).toInt(), today);
        }
    }
    if (const Match found = weekday.match(text); found.hasMatch())
        return weekdayOf(found.lastCapturedIndex() - 1, found.captured(1), today);
    return std::nullopt;
}

/// Removes a leading day, written in Chinese or in digits, from the text and returns it.
std::optional<QDate> takeDay(QString& text, QDate today)
{
    static const QRegularExpression named(QStringLiteral("^(前天|昨天|今天|明天|后天|大后天) ?"));
    static const QRegularExpression weekday(QStringLiteral("^(下个?|本|这个?)?(?:周|星期|礼拜)([一二三四五六日天]) ?"));
    static const QRegularExpression ofYear(QStringLiteral("^(?:(\\d{4})年 ?)?(\\d{1,2})月(\\d{1,2})[日号] ?"));
    static const QRegularExpression iso(QStringLiteral("^(\\d{4})-(\\d\\d)-(\\d\\d) "));
    static const QStringList names{QStringLiteral("前天"), QStringLiteral("昨天"), QStringLiteral("今天"),
        QStringLiteral("明天"), QStringLiteral("后天"), QStringLiteral("大后天")};
    std::optional<QDate> day;
    Match found = named.match(text);
    if (found.hasMatch()) {
        day = today.addDays(names.indexOf(found.captured(1)) - 2);
    } else if (found = weekday.match(text); found.hasMatch()) {
        const int index = int(QStringLiteral("一二三四五六日天").indexOf(found.captured(2)));
        day = weekdayOf(std::min(index, 6) + 1, found.captured(1), today);
    } else if (found = iso.match(text); found.hasMatch()) {
        day = QDate(found.captured(1).toInt(), found.captured(2).toInt(), found.captured(3).toInt());
    } else if (found = ofYear.match(text); found.hasMatch()) {
        day = dayOfYear(found.captured(1), found.captured(2).toInt(), found.captured(3).toInt(), today);
    }
    if (!day || !day->isValid())
        return std::nullopt;
    text.remove(0, found.capturedLength());
    return day;
}

std::optional<QDateTime> onDay(QDate day, const QString& rest, bool numberIsHour)
{
    const auto time = rest.isEmpty() ? std::optional(QTime(0, 0)) : timeOfDay(rest, numberIsHour);
    return time ? std::optional(QDateTime(day, *time, QTimeZone::utc())) : std::nullopt;
}

} // namespace

std::optional<QDateTime> wallTimeOfWords(QStringView words, const QDateTime& now)
{
    QString text = plainWords(words);
    if (text.isEmpty())
        return std::nullopt;
    const QDate today = now.date();
    if (text == u"midnight" || text == u"午夜")
        return QDateTime(today.addDays(1), QTime(0, 0), QTimeZone::utc());
    static const QRegularExpression tonight(QStringLiteral("^tonight(?: at)? ?|(?: |^)tonight$"));
    if (QString rest = QString(text).remove(tonight); rest != text) {
        if (rest.endsWith(u'm')) // 12-hour form, with `am` or `pm`
            return rest.endsWith(u"pm") ? onDay(today, rest, true) : std::nullopt;
        static const QRegularExpression hour(QStringLiteral("^\\d{1,2}$"));
        return onDay(today,
            QStringLiteral("晚上") + rest + (hour.match(rest).hasMatch() ? QStringLiteral("点") : QString()), true);
    }
    const bool digits = text[0].isDigit();
    if (const auto day = takeDay(text, today))
        return onDay(*day, text, !digits);
    // Try as many words as possible first: "day after tomorrow" contains "tomorrow".
    const QStringList parts = text.split(u' ');
    for (qsizetype count = parts.size(); count > 0; --count) {
        if (const auto day = englishDay(parts.first(count).join(u' '), today)) {
            QStringList rest = parts.mid(count);
            if (rest.size() > 1 && rest.first() == u"at")
                rest.removeFirst();
            return onDay(*day, rest.join(u' '), true);
        }
        if (const auto day = englishDay(parts.last(count).join(u' '), today))
            return onDay(*day, parts.first(parts.size() - count).join(u' '), false);
    }
    return onDay(today, text, false);
}

std::optional<Millis> distanceOfWords(QStringView words)
{
    static const QRegularExpression later(QStringLiteral("(?:之|以)?后$"));
    static const QRegularExpression before(QStringLiteral("(?:之|以)?前$"));
    static const QRegularExpression amount(QStringLiteral(
        "\\G(\\d{1,12}) ?(?:个 ?)?(?:(ms|milliseconds?|毫秒)|(s|secs?|seconds?|秒钟?)|(m|mins?|minutes?|分钟?)"
        "|(h|hrs?|hours?|小时|钟头)|(d|days?|天)|(w|weeks?|周|星期|礼拜))(?![a-z]) ?"));
    constexpr std::array<qint64, 6> units{1, secondMs, minuteMs, hourMs, dayMs, 7 * dayMs};
    QString text = plainWords(words);
    const bool chinese = text.contains(later) || text.contains(before);
    bool ago = text.contains(before);
    text.remove(ago ? before : later);
    text.replace(QStringLiteral("半个小时"), QStringLiteral("30分"))
        .replace(QStringLiteral("半小时"), QStringLiteral("30分"));
    if (text.endsWith(u" ago")) {
        ago = true;
        text.chop(4);
    } else if (text.startsWith(u"in ")) {
        text.remove(0, 3);
    } else if (!chinese && (text.startsWith(u'+') || text.startsWith(u'-'))) {
        ago = text.startsWith(u'-');
        text = text.mid(1).trimmed();
    }
    // As in parseDuration(), units must be in descending order and must not repeat.
    qint64 sum = 0;
    int last = 7;
    qsizetype at = 0;
    while (at < text.size()) {
        const Match found = amount.match(text, at);
        const int unit = found.hasMatch() ? found.lastCapturedIndex() - 2 : 7;
        const qint64 longest = 36'525 * dayMs;
        const qint64 number = found.captured(1).toLongLong();
        if (unit >= last || number > (longest - sum) / units[std::size_t(unit)])
            return std::nullopt;
        sum += number * units[std::size_t(unit)];
        last = unit;
        at = found.capturedEnd();
    }
    if (last == 7)
        return std::nullopt;
    return Millis(ago ? -sum : sum);
}

Result<Millis> parseTypedDuration(QStringView typed)
{
    const QString text = halfWidth(typed).simplified();
    auto exact = parseDuration(text);
    if (exact)
        return exact;
    if (const auto words = distanceOfWords(text); words && *words >= Millis::zero() && !text.startsWith(u'-'))
        return *words;
    const QString shown = printable(text.toUtf8(), 60);
    static const QRegularExpression number(QStringLiteral("^\\d{1,12}$"));
    if (number.match(text).hasMatch())
        return Error{ErrorCode::Usage, QStringLiteral("\"%1\" needs a unit. Write %1s, %1m, %1h or %1d.").arg(shown)};
    return exact;
}

} // namespace dueline
