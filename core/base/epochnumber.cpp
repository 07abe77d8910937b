// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/epochnumber.h"

#include "core/base/duration.h"

#include <QDateTime>
#include <QTimeZone>

#include <vector>

namespace dueline {

namespace {

constexpr qint64 year2000 = 946'684'800; // in seconds since 1970, like the next two constants
constexpr qint64 year2100 = year2100Ms / 1000;
constexpr qint64 year10000 = 253'402'300'800;
constexpr qint64 farthestMs = qint64(endOfTime);

/// Possible reading of a number that isn't in milliseconds: an instant in another unit, or a date.
struct NumberReading
{
    QString unit; ///< words that complete "if the number %1"
    TimePoint at;
    bool isDate = false;
};

bool isLikely(qint64 number, qint64 perSecond)
{
    return number / perSecond >= year2000 && number / perSecond < year2100;
}

/// Returns the UTC date spelled by the number's digits; nullopt if it isn't in the years 2000 to 2099.
std::optional<TimePoint> dateOfDigits(qint64 number)
{
    const QString digits = QString::number(number);
    for (const QString& form :
        {QStringLiteral("yyyyMMdd"), QStringLiteral("yyyyMMddHHmm"), QStringLiteral("yyyyMMddHHmmss")}) {
        if (digits.size() != form.size())
            continue;
        QDateTime date = QDateTime::fromString(digits, form);
        date.setTimeZone(QTimeZone::utc());
        if (date.isValid() && isLikely(date.toSecsSinceEpoch(), 1))
            return fromMs(date.toMSecsSinceEpoch());
    }
    return std::nullopt;
}

std::vector<NumberReading> likelierReadings(qint64 number)
{
    std::vector<NumberReading> readings;
    if (isLikely(number, 1000))
        return readings;
    if (const auto date = dateOfDigits(number))
        readings.push_back({QStringLiteral("is a date"), *date, true});
    if (number >= year2000 && number < year10000 && readings.empty())
        readings.push_back({QStringLiteral("is in seconds"), fromMs(number * 1000)});
    if (isLikely(number, 1'000'000))
        readings.push_back({QStringLiteral("is in microseconds"), fromMs(number / 1000)});
    if (isLikely(number, 1'000'000'000))
        readings.push_back({QStringLiteral("is in nanoseconds"), fromMs(number / 1'000'000)});
    return readings;
}

} // namespace

Result<TimePoint> instantOfNumber(qint64 number)
{
    const std::vector<NumberReading> readings = likelierReadings(number);
    if (readings.empty())
        return fromMs(number);
    const bool isFar = number > farthestMs;
    QString sentence = isFar ? QStringLiteral("%1 is too large for milliseconds since 1970").arg(number)
                             : QStringLiteral("%1 ms is %2").arg(QString::number(number), shortInstant(fromMs(number)));
    for (const NumberReading& reading : readings) {
        const QString written = shortInstant(reading.at);
        // Suggest milliseconds only if this function would accept them. It refuses milliseconds in the distant future.
        const bool asNumber = !reading.isDate && instantOfNumber(toMs(reading.at)).ok();
        sentence
            += QStringLiteral("; if the number %1, write %2")
                   .arg(reading.unit,
                       asNumber ? QStringLiteral("%1 or %2").arg(QString::number(toMs(reading.at)), written) : written);
    }
    if (!isFar)
        sentence += QStringLiteral("; if not, write %1").arg(shortInstant(fromMs(number)));
    return Error{ErrorCode::Usage, sentence + u'.'};
}

QString whyLikelierInstant(const QString& duration)
{
    const bool inMs = duration.endsWith(QStringLiteral("ms"));
    bool isNumber = false;
    const qint64 number = duration.chopped(std::min<qsizetype>(inMs ? 2 : 1, duration.size())).toLongLong(&isNumber);
    if (!isNumber || !duration.front().isDigit() || (!inMs && !duration.endsWith(u's')))
        return {};
    if (!isLikely(number, inMs ? 1000 : 1))
        return {};
    const Millis length(inMs ? number : number * 1000);
    const QString written = shortInstant(fromMs(length.count()));
    return QStringLiteral("%1 is %2 from now; if it is a number of %3 since 1970, write %4; if not, write %5.")
        .arg(duration, formatDuration(length), inMs ? QStringLiteral("milliseconds") : QStringLiteral("seconds"),
            written, u'+' + formatDuration(length));
}

std::optional<TimePoint> instantInOurTime(qint64 number)
{
    if (isLikely(number, 1000))
        return fromMs(number);
    return isLikely(number, 1) ? std::optional(fromMs(number * 1000)) : std::nullopt;
}

QString shortInstant(TimePoint at)
{
    QString text = formatInstant(at);
    return text.replace(QStringLiteral(".000Z"), QStringLiteral("Z"));
}

} // namespace dueline
