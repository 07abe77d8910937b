// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/zonename.h"

#include "core/base/nearestword.h"
#include "core/base/text.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

/// First components of IANA time zone names.
constexpr std::array areas{"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
    "Indian", "Pacific", "US", "Canada", "Brazil", "Chile", "Mexico"};

/// Common names that aren't IANA names, in lower case, each with the IANA names it may refer to.
const QHash<QByteArray, QByteArrayList>& shortNames()
{
    static const QHash<QByteArray, QByteArrayList> all{
        {"cst", {"America/Chicago", "Asia/Shanghai", "America/Havana"}},
        {"cdt", {"America/Chicago"}},
        {"est", {"America/New_York", "America/Panama"}},
        {"edt", {"America/New_York"}},
        {"mst", {"America/Denver", "America/Phoenix"}},
        {"mdt", {"America/Denver"}},
        {"pst", {"America/Los_Angeles", "Asia/Manila"}},
        {"pdt", {"America/Los_Angeles"}},
        {"akst", {"America/Anchorage"}},
        {"hst", {"Pacific/Honolulu"}},
        {"ast", {"America/Halifax", "America/Puerto_Rico", "Asia/Riyadh"}},
        {"nst", {"America/St_Johns"}},
        {"brt", {"America/Sao_Paulo"}},
        {"art", {"America/Argentina/Buenos_Aires"}},
        {"ist", {"Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"}},
        {"bst", {"Europe/London", "Asia/Dhaka"}},
        {"wet", {"Europe/Lisbon"}},
        {"west", {"Europe/Lisbon"}},
        {"cet", {"Europe/Berlin", "Europe/Paris", "Europe/Warsaw"}},
        {"cest", {"Europe/Berlin", "Europe/Paris", "Europe/Warsaw"}},
        {"met", {"Europe/Berlin"}},
        {"eet", {"Europe/Helsinki", "Europe/Kyiv", "Africa/Cairo"}},
        {"eest", {"Europe/Helsinki", "Europe/Kyiv"}},
        {"msk", {"Europe/Moscow"}},
        {"trt", {"Europe/Istanbul"}},
        {"gst", {"Asia/Dubai"}},
        {"pkt", {"Asia/Karachi"}},
        {"ict", {"Asia/Bangkok"}},
        {"wib", {"Asia/Jakarta"}},
        {"hkt", {"Asia/Hong_Kong"}},
        {"sgt", {"Asia/Singapore"}},
        {"pht", {"Asia/Manila"}},
        {"jst", {"Asia/Tokyo"}},
        {"kst", {"Asia/Seoul"}},
        {"awst", {"Australia/Perth"}},
        {"acst", {"Australia/Adelaide", "Australia/Darwin"}},
        {"aest", {"Australia/Sydney", "Australia/Brisbane"}},
        {"aedt", {"Australia/Sydney"}},
        {"nzst", {"Pacific/Auckland"}},
        {"nzdt", {"Pacific/Auckland"}},
        {"wat", {"Africa/Lagos"}},
        {"cat", {"Africa/Maputo"}},
        {"eat", {"Africa/Nairobi"}},
        {"sast", {"Africa/Johannesburg"}},
        {"est5edt", {"America/New_York"}},
        {"cst6cdt", {"America/Chicago"}},
        {"mst7mdt", {"America/Denver"}},
        {"pst8pdt", {"America/Los_Angeles"}},
        {"utc", {"UTC"}},
        {"gmt", {"UTC"}},
        {"gmt0", {"UTC"}},
        {"gmt+0", {"UTC"}},
        {"gmt-0", {"UTC"}},
        {"ut", {"UTC"}},
        {"uct", {"UTC"}},
        {"z", {"UTC"}},
        {"zulu", {"UTC"}},
        {"universal", {"UTC"}},
        {"greenwich", {"UTC"}},
        {"etc/gmt", {"UTC"}},
        {"etc/gmt0", {"UTC"}},
        {"etc/uct", {"UTC"}},
        {"etc/universal", {"UTC"}},
        {"etc/zulu", {"UTC"}},
        {"etc/greenwich", {"UTC"}},
        {"prc", {"Asia/Shanghai"}},
        {"beijing", {"Asia/Shanghai"}},
        {"asia/beijing", {"Asia/Shanghai"}},
        {"roc", {"Asia/Taipei"}},
        {"rok", {"Asia/Seoul"}},
        {"japan", {"Asia/Tokyo"}},
        {"hongkong", {"Asia/Hong_Kong"}},
        {"singapore", {"Asia/Singapore"}},
        {"iran", {"Asia/Tehran"}},
        {"israel", {"Asia/Jerusalem"}},
        {"turkey", {"Europe/Istanbul"}},
        {"egypt", {"Africa/Cairo"}},
        {"libya", {"Africa/Tripoli"}},
        {"cuba", {"America/Havana"}},
        {"jamaica", {"America/Jamaica"}},
        {"navajo", {"America/Denver"}},
        {"iceland", {"Atlantic/Reykjavik"}},
        {"eire", {"Europe/Dublin"}},
        {"gb", {"Europe/London"}},
        {"gb-eire", {"Europe/London"}},
        {"poland", {"Europe/Warsaw"}},
        {"portugal", {"Europe/Lisbon"}},
        {"w-su", {"Europe/Moscow"}},
        {"nz", {"Pacific/Auckland"}},
        {"kwajalein", {"Pacific/Kwajalein"}},
    };
    return all;
}

/// Names that mean this machine's own zone, or no zone.
constexpr std::array localNames{"localtime", "local", "system", "posixrules", "factory"};

bool isPlaceName(const QByteArray& name)
{
    static const QRegularExpression form(QStringLiteral("^[A-Za-z]+(/[A-Za-z0-9_+-]+){1,2}$"));
    const QByteArray area = name.left(name.indexOf('/'));
    return name.size() <= 64 && form.match(QString::fromUtf8(name)).hasMatch()
        && std::count(areas.begin(), areas.end(), area) > 0;
}

/// Returns the offset in seconds for a name such as `UTC`, `UTC+8`, or `UTC-03:30`; nullopt for other names.
std::optional<int> offsetNamed(const QByteArray& name)
{
    if (name == "UTC" || name == "Etc/UTC")
        return 0;
    static const QRegularExpression form(QStringLiteral("^UTC([+-])(\\d{1,2})(?::(\\d\\d))?$"));
    const auto match = form.match(QString::fromUtf8(name));
    const int minutes = match.captured(2).toInt() * 60 + match.captured(3).toInt();
    if (!match.hasMatch() || match.captured(3).toInt() > 59 || minutes > 14 * 60)
        return std::nullopt;
    return (match.captured(1) == u'-' ? -60 : 60) * minutes;
}

/// Converts an offset in another notation to `UTC+HH:MM`; empty if the text is not an offset.
QByteArray offsetMeant(const QByteArray& name)
{
    static const QRegularExpression form(
        QStringLiteral("^(Etc/GMT|GMT|UTC|UT|Z)?\\s*([+-])\\s*(\\d{1,2}):?(\\d\\d)?(?::00)?$"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(QString::fromUtf8(name));
    if (!match.hasMatch() || match.captured(3).toInt() > 14 || match.captured(4).toInt() > 59)
        return {};
    QByteArray sign = match.captured(2).toLatin1();
    if (match.captured(1).startsWith(QStringLiteral("Etc"), Qt::CaseInsensitive))
        sign = sign == "+" ? "-" : "+"; // Etc/GMT offsets are positive west of UTC
    return "UTC" + sign + match.captured(3).rightJustified(2, u'0').toLatin1() + ':'
        + match.captured(4).rightJustified(2, u'0').toLatin1();
}

/// Returns the IANA names that equal `name` or end in `/` and `name`, such as a city. Ignores case and extra blanks.
QByteArrayList placesCalled(const QByteArray& name)
{
    const QByteArray wanted = name.simplified().toLower().replace(' ', '_').replace('-', '_');
    QByteArrayList found;
    for (const QByteArray& place : knownPlaces()) {
        const QByteArray lower = place.toLower().replace('-', '_');
        if (lower == wanted || lower.endsWith('/' + wanted))
            found << place;
    }
    return found;
}

/// Returns a similarly spelled IANA name; empty if there is none.
QByteArray placeLike(const QByteArray& name)
{
    const std::vector<QByteArray> places = knownPlaces();
    if (const QByteArray near = nearestWord(name, places); !near.isEmpty())
        return near;
    std::vector<QByteArray> cities;
    for (const QByteArray& place : places)
        cities.push_back(place.mid(place.lastIndexOf('/') + 1).toLower());
    const QByteArray city = name.mid(name.lastIndexOf('/') + 1).simplified().toLower().replace(' ', '_');
    const QByteArray near = city.size() < 4 ? QByteArray() : nearestWord(city, cities);
    const auto at = std::find(cities.begin(), cities.end(), near);
    return near.isEmpty() || at == cities.end() ? QByteArray() : places[std::size_t(at - cities.begin())];
}

QString alternatives(const QByteArrayList& names)
{
    QString text = QString::fromUtf8(names.first());
    for (qsizetype i = 1; i < names.size(); ++i)
        text += (i + 1 == names.size() ? QStringLiteral(" or ") : QStringLiteral(", ")) + QString::fromUtf8(names[i]);
    return text;
}

QString whyNoZone(const QByteArray& name, ZoneOrigin origin)
{
    if (origin == ZoneOrigin::Stored && !isPlaceName(name))
        return QStringLiteral(
            "The schedule's time zone may differ between machines, so no worker creates its tasks. %1 Add it again "
            "with the right time zone, or disable or remove it.")
            .arg(whyNoZone(name, ZoneOrigin::Typed));
    const QString shown = printable(name, 60);
    const auto none
        = [&shown](const QString& rest) { return QStringLiteral("\"%1\" is not a time zone. %2").arg(shown, rest); };
    const auto mean
        = [](const QByteArrayList& names) { return QStringLiteral("Did you mean %1?").arg(alternatives(names)); };
    if (isPlaceName(name) && origin == ZoneOrigin::Stored)
        return QStringLiteral("The time zone %1 is unknown on this machine; install or update the tzdata package.")
            .arg(shown);
    if (std::count(localNames.begin(), localNames.end(), name.toLower()) > 0) {
        const QByteArray own = QTimeZone::systemTimeZoneId();
        return QStringLiteral(
            "\"%1\" can be a different time zone on each machine. Use the name of a place, such as %2, or UTC.")
            .arg(shown, QString::fromUtf8(isPlaceName(own) ? own : QByteArray("Europe/Berlin")));
    }
    if (const QByteArrayList known = shortNames().value(name.trimmed().toLower()); !known.isEmpty()) {
        if (known.size() == 1)
            return none(mean(known));
        return QStringLiteral("%1 is ambiguous: %2? Use one of these, UTC, or an offset such as UTC+08:00.")
            .arg(shown, alternatives(known));
    }
    if (const QByteArray offset = offsetMeant(name); !offset.isEmpty()) {
        if (name.startsWith("Etc/"))
            return QStringLiteral("The sign in %1 is reversed: it means %2. Use %2 instead.")
                .arg(shown, QString::fromUtf8(offset));
        return none(mean({offset}));
    }
    QByteArrayList places = placesCalled(name);
    if (places.isEmpty()) {
        // `right/Europe/Berlin` and `posix/Europe/Berlin` are variants of Europe/Berlin, so suggest that.
        if (const QByteArray behind = name.mid(name.indexOf('/') + 1);
            behind != name && isPlaceName(behind) && timeZoneNamed(behind))
            places << behind;
        else if (const QByteArray near = placeLike(name); !near.isEmpty())
            places << near;
    }
    if (isPlaceName(name)) {
        return QStringLiteral("The time zone \"%1\" is unknown on this machine. %2If the name is right, install or "
                              "update the tzdata package.")
            .arg(shown, places.isEmpty() ? QString() : mean(places) + u' ');
    }
    return none(places.isEmpty()
            ? QStringLiteral("Use the name of a place, such as Asia/Shanghai, UTC, or an offset such as UTC+08:00.")
            : mean(places));
}

} // namespace

Result<QTimeZone> timeZoneNamed(QByteArrayView view, ZoneOrigin origin)
{
    const QByteArray name = view.toByteArray();
    if (const auto offset = offsetNamed(name))
        return *offset == 0 ? QTimeZone::utc() : QTimeZone(*offset);
    if (isPlaceName(name)) {
        if (QTimeZone zone(name); zone.isValid())
            return zone;
    }
    return Error{ErrorCode::Usage, whyNoZone(name, origin)};
}

bool isZoneMissingHere(QByteArrayView name)
{
    const QByteArray place = name.toByteArray();
    return isPlaceName(place) && !QTimeZone(place).isValid();
}

std::vector<QByteArray> knownPlaces()
{
    std::vector<QByteArray> places;
    for (const QByteArray& name : QTimeZone::availableTimeZoneIds()) {
        if (isPlaceName(name))
            places.push_back(name);
    }
    std::sort(places.begin(), places.end());
    return places;
}

} // namespace dueline
