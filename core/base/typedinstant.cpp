// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/typedinstant.h"

#include "core/base/duration.h"
#include "core/base/text.h"

#include <QDateTime>
#include <QTimeZone>

namespace dueline {

namespace {

/// The instant at which a clock of the zone shows what one of UTC shows at `wall`.
TimePoint onTheClockOf(const QTimeZone& zone, TimePoint wall)
{
    const QDateTime shown = QDateTime::fromMSecsSinceEpoch(toMs(wall), QTimeZone::utc());
    return fromMs(QDateTime(shown.date(), shown.time(), zone).toMSecsSinceEpoch());
}

/// `+5m`, `in 2 h 5 min`, `5 min ago`; an error where it is no duration.
Result<Millis> distanceOf(const QString& text)
{
    QString words = text;
    const bool ago = words.endsWith(QStringLiteral(" ago"));
    if (ago)
        words.chop(4);
    else if (words.startsWith(QStringLiteral("in ")))
        words.remove(0, 3);
    words.remove(u' ').replace(QStringLiteral("min"), QStringLiteral("m"));
    const auto distance = parseDuration(words, !ago);
    return distance && ago ? Result<Millis>(-*distance) : distance;
}

} // namespace

Result<TypedInstant> parseTypedInstant(QStringView typed, const QTimeZone& zone, TimePoint now)
{
    const QString text = halfWidth(typed).simplified();
    if (text == QStringLiteral("now"))
        return TypedInstant{now};
    if (const auto distance = distanceOf(text))
        return TypedInstant{now + *distance};
    const auto exact = parseInstant(text);
    if (exact)
        return TypedInstant{*exact};
    const QString today = QDateTime::fromMSecsSinceEpoch(toMs(now), zone).date().toString(Qt::ISODate);
    for (const QString& wall : {text + u'Z', text + QStringLiteral("T00:00Z"), today + u'T' + text + u'Z'}) {
        if (const auto shown = parseInstant(wall))
            return TypedInstant{onTheClockOf(zone, *shown), *shown};
    }
    return exact.error();
}

} // namespace dueline
