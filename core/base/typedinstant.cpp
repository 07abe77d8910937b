// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/typedinstant.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/base/timewords.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>

namespace dueline {

namespace {

/// Converts local time in a zone to an instant. `wall`: the local time, stored as if it were UTC.
TimePoint onTheClockOf(const QTimeZone& zone, TimePoint wall)
{
    const auto offsetAt = [&zone](TimePoint at) {
        return Millis(
            std::chrono::seconds(zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(toMs(at), QTimeZone::utc()))));
    };
    const Millis before = offsetAt(wall - std::chrono::hours(24));
    const Millis after = offsetAt(wall + std::chrono::hours(24));
    const TimePoint first = wall - before;
    // If neither offset yields this time, the clock skips it. The result, based on the offset before the change, is
    // then later by the length of the gap.
    return offsetAt(first) != before && offsetAt(wall - after) == after ? wall - after : first;
}

/// Removes a trailing ` utc` or ` utc+8` from the text and returns that zone; nullopt if the text doesn't end in a
/// zone.
std::optional<QTimeZone> takeZone(QString& text)
{
    static const QRegularExpression form(QStringLiteral("(?<![a-z]) ?utc(?:([+-])(\\d{1,2})(?::(\\d\\d))?)?$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch found = form.match(text);
    const int minutes = found.captured(2).toInt() * 60 + found.captured(3).toInt();
    if (!found.hasMatch() || minutes > 14 * 60 || found.captured(3).toInt() > 59)
        return std::nullopt;
    text.truncate(found.capturedStart());
    return minutes == 0 ? QTimeZone::utc() : QTimeZone((found.captured(1) == u"-" ? -60 : 60) * minutes);
}

} // namespace

Result<TypedInstant> parseTypedInstant(QStringView typed, const QTimeZone& zone, TimePoint now)
{
    const QString text = halfWidth(typed).simplified();
    if (text.compare(u"now", Qt::CaseInsensitive) == 0 || text == u"现在")
        return TypedInstant{now};
    if (const auto distance = distanceOfWords(text))
        return TypedInstant{now + *distance};
    const auto exact = parseInstant(text);
    if (exact)
        return TypedInstant{*exact};
    const QString today = QDateTime::fromMSecsSinceEpoch(toMs(now), zone).date().toString(Qt::ISODate);
    for (const QString& wall : {text + u'Z', text + QStringLiteral("T00:00Z"), today + u'T' + text + u'Z'}) {
        if (const auto shown = parseInstant(wall))
            return TypedInstant{onTheClockOf(zone, *shown), *shown};
    }
    const QDateTime shown = QDateTime::fromMSecsSinceEpoch(toMs(now), zone);
    if (const auto wall = wallTimeOfWords(text, QDateTime(shown.date(), shown.time(), QTimeZone::utc()))) {
        const TimePoint at = fromMs(wall->toMSecsSinceEpoch());
        return TypedInstant{onTheClockOf(zone, at), at};
    }
    QString rest = text;
    if (const auto named = takeZone(rest)) {
        const auto there = parseTypedInstant(rest, *named, now);
        if (there && there->wall)
            return TypedInstant{there->at}; // the text names its own zone, so the result doesn't depend on `zone`
    }
    return exact.error();
}

} // namespace dueline
