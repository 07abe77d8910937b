// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"

#include <QDateTime>
#include <QTimeZone>

namespace dueline {

namespace {

constexpr qint64 longest = qint64(100) * 366 * 86'400'000;

Error badDuration(QStringView text)
{
    return {ErrorCode::Usage, QStringLiteral("\"%1\" is not a duration; write a number with ms, s, m, h or d, as in 500ms, 10m or 1h30m.").arg(text.left(64))};
}

Error badInstant(QStringView text)
{
    return {ErrorCode::Usage,
        QStringLiteral("\"%1\" is not a time; write ISO 8601 with its offset, as in 2026-11-21T08:00:00+08:00, or epoch milliseconds.").arg(text.left(64))};
}

struct Unit
{
    QLatin1StringView name;
    qint64 ms;
};

constexpr Unit units[] = {
    {QLatin1StringView("ms"), 1},
    {QLatin1StringView("s"), 1'000},
    {QLatin1StringView("m"), 60'000},
    {QLatin1StringView("h"), 3'600'000},
    {QLatin1StringView("d"), 86'400'000},
};

} // namespace

Result<Millis> parseDuration(QStringView text, bool allowSign)
{
    const QStringView whole = text;
    bool negative = false;
    if (allowSign && (text.startsWith(u'+') || text.startsWith(u'-'))) {
        negative = text.startsWith(u'-');
        text = text.mid(1);
    }
    if (text == u"0")
        return Millis(0);
    if (text.isEmpty())
        return badDuration(whole);
    qint64 total = 0;
    while (!text.isEmpty()) {
        qsizetype digits = 0;
        while (digits < text.size() && text[digits] >= u'0' && text[digits] <= u'9')
            ++digits;
        qsizetype letters = digits;
        while (letters < text.size() && text[letters] >= u'a' && text[letters] <= u'z')
            ++letters;
        bool ok = false;
        const qint64 number = text.left(digits).toLongLong(&ok);
        if (!ok)
            return badDuration(whole);
        const QStringView name = text.mid(digits, letters - digits);
        qint64 unit = 0;
        for (const Unit& candidate : units) {
            if (name == candidate.name)
                unit = candidate.ms;
        }
        if (unit == 0)
            return badDuration(whole);
        if (number > longest / unit || total + number * unit > longest)
            return Error {ErrorCode::Usage, QStringLiteral("The duration \"%1\" is longer than 100 years.").arg(whole.left(64))};
        total += number * unit;
        text = text.mid(letters);
    }
    return Millis(negative ? -total : total);
}

QString formatDuration(Millis duration)
{
    qint64 rest = duration.count();
    if (rest == 0)
        return QStringLiteral("0s");
    QString text = rest < 0 ? QStringLiteral("-") : QString();
    rest = std::abs(rest);
    for (auto unit = std::rbegin(units); unit != std::rend(units); ++unit) {
        if (rest >= unit->ms) {
            text += QString::number(rest / unit->ms) + unit->name;
            rest %= unit->ms;
        }
    }
    return text;
}

Result<TimePoint> parseInstant(QStringView text)
{
    bool digitsOnly = !text.isEmpty();
    for (const QChar c : text)
        digitsOnly = digitsOnly && c >= u'0' && c <= u'9';
    if (digitsOnly) {
        if (text.size() < 10 || text.size() > 15)
            return badInstant(text);
        return fromMs(text.toLongLong());
    }
    QString iso = text.toString();
    // `+0800` is ISO 8601, too; Qt wants the colon.
    const qsizetype sign = std::max(iso.lastIndexOf(u'+'), iso.lastIndexOf(u'-'));
    const qsizetype time = iso.indexOf(u'T');
    const bool hasOffset = iso.endsWith(u'Z') || (time > 0 && sign > time);
    if (time < 0 || !hasOffset)
        return badInstant(text);
    if (!iso.endsWith(u'Z') && iso.size() - sign == 5 && !iso.mid(sign).contains(u':'))
        iso.insert(sign + 3, u':');
    const QDateTime parsed = QDateTime::fromString(iso, Qt::ISODateWithMs);
    if (!parsed.isValid())
        return badInstant(text);
    return fromMs(parsed.toMSecsSinceEpoch());
}

QString formatInstant(TimePoint at)
{
    return QDateTime::fromMSecsSinceEpoch(toMs(at), Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace dueline
