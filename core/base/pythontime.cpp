// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pythontime.h"

#include <QDate>

namespace dueline {

namespace {

constexpr qsizetype withoutFraction = 19; ///< length of `2026-11-25T18:00:00`
constexpr qint64 julianEpoch = 2440588; ///< Julian day of 1970-01-01

/// Parses `length` digits; nullopt if there is any other character.
std::optional<int> digits(QByteArrayView text, qsizetype from, qsizetype length)
{
    if (text.size() < from + length)
        return std::nullopt;
    int value = 0;
    for (const char c : text.sliced(from, length)) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

/// Returns the offset from UTC in minutes. `zone`: `Z`, an offset such as `+01:00`, or empty.
std::optional<int> minutesAhead(QByteArrayView zone)
{
    if (zone.isEmpty() || zone == "Z")
        return 0;
    const auto hours = digits(zone, 1, 2);
    const auto minutes = digits(zone, 4, 2);
    if (zone.size() != 6 || (zone[0] != '+' && zone[0] != '-') || zone[3] != ':' || !hours || !minutes || *hours > 23
        || *minutes > 59)
        return std::nullopt;
    return (*hours * 60 + *minutes) * (zone[0] == '-' ? -1 : 1);
}

} // namespace

std::optional<TimePoint> pythonInstant(QByteArrayView text)
{
    const auto year = digits(text, 0, 4);
    const auto month = digits(text, 5, 2);
    const auto day = digits(text, 8, 2);
    const auto hour = digits(text, 11, 2);
    const auto minute = digits(text, 14, 2);
    const auto second = digits(text, 17, 2);
    if (!year || !month || !day || !hour || !minute || !second || text[4] != '-' || text[7] != '-' || text[10] != 'T'
        || text[13] != ':' || text[16] != ':' || *hour > 23 || *minute > 59 || *second > 59)
        return std::nullopt;
    QByteArrayView rest = text.sliced(withoutFraction);
    int ms = 0;
    if (rest.startsWith('.')) {
        qsizetype length = 0;
        while (digits(rest, 1 + length, 1)) {
            if (length < 3)
                ms = ms * 10 + *digits(rest, 1 + length, 1);
            ++length;
        }
        if (length == 0)
            return std::nullopt;
        for (qsizetype i = length; i < 3; ++i)
            ms *= 10;
        rest = rest.sliced(1 + length);
    }
    const auto ahead = minutesAhead(rest);
    const QDate date(*year, *month, *day);
    if (!ahead || !date.isValid())
        return std::nullopt;
    const qint64 days = date.toJulianDay() - julianEpoch;
    const qint64 at = (((days * 24 + *hour) * 60 + *minute - *ahead) * 60 + *second) * 1000 + ms;
    return at >= 0 ? std::optional(fromMs(at)) : std::nullopt;
}

} // namespace dueline
