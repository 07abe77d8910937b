// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/handmade/handmadespec.h"

#include "core/base/duration.h"
#include "core/base/text.h"

#include <QByteArrayList>

#include <algorithm>
#include <array>
#include <utility>

namespace dueline {

namespace {

using Design = HandmadeSpec::Design;

constexpr std::array designs{std::pair{Design::Cron, "cron"}, std::pair{Design::Zset, "zset"},
    std::pair{Design::Pubsub, "pubsub"}, std::pair{Design::List, "list"}, std::pair{Design::Resend, "resend"}};

constexpr qsizetype longestKey = 1024;
constexpr Millis shortestLock{1'000};
constexpr Millis longestLock{24LL * 3600 * 1000};
constexpr int mostResends = 1'000'000;
constexpr QByteArrayView placeholder = "%1";

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// `%XX` to bytes; anything else, and `%1` where it is a `pattern`, stays.
QByteArray decoded(QByteArrayView text, bool pattern = false)
{
    QByteArray out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool id = pattern && text.sliced(i).startsWith(placeholder);
        if (text[i] == '%' && !id && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
            out += char(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

QString encoded(QByteArrayView bytes, bool pattern = false)
{
    QByteArray out;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const char c = bytes[i];
        const bool id = pattern && bytes.sliced(i).startsWith(placeholder);
        if ((c == '%' && !id) || c == '?' || c == '&' || c == '#' || uchar(c) < 0x21 || uchar(c) > 0x7e)
            out += '%' + QByteArray(1, c).toHex().toUpper();
        else
            out += c;
    }
    return QString::fromLatin1(out);
}

Error wrong(const QString& text, const QString& what)
{
    return {ErrorCode::Usage,
        QStringLiteral("The layout \"%1\" %2").arg(printable(text.toUtf8(), 100), what)};
}

/// The names of a design's parameters.
QByteArrayList parametersOf(Design design)
{
    switch (design) {
    case Design::Cron: return {};
    case Design::Zset: return {"unit", "lock", "lockfor", "type"};
    case Design::Pubsub: return {"keys", "type"};
    case Design::List: return {"results", "type"};
    case Design::Resend: return {"max", "type"};
    }
    return {};
}

QString noParameter(Design design, const QByteArray& name)
{
    const QByteArrayList there = parametersOf(design);
    const QString what = QStringLiteral("has no parameter \"%1\"").arg(printable(name, 40));
    return there.isEmpty() ? what + QStringLiteral("; it takes none.")
                           : QStringLiteral("%1; it takes %2.").arg(what, QString::fromLatin1(there.join(", ")));
}

/// Puts one parameter in its place; what is wrong with it, or nothing.
QString assign(HandmadeSpec& spec, QByteArrayView name, QByteArrayView value)
{
    if (name == "unit") {
        spec.milliseconds = value == "ms";
        return value == "s" || value == "ms" ? QString() : QStringLiteral("needs unit=s or unit=ms.");
    }
    if (name == "lock") {
        spec.lock = decoded(value, true);
        // Written as %10 to %1F they would be the id and a letter.
        if (std::any_of(spec.lock.begin(), spec.lock.end(), [](char c) { return c >= 0x10 && c <= 0x1f; }))
            return QStringLiteral("cannot have a lock with a control character from 0x10 to 0x1F.");
        return spec.lock.count(placeholder) == 1 ? QString()
                                                 : QStringLiteral("needs a lock with one %1 for the id: lock=lock_%1.");
    }
    if (name == "lockfor") {
        const auto length = parseDuration(QString::fromUtf8(value));
        const bool fits = length && *length >= shortestLock && *length <= longestLock;
        if (fits)
            spec.lockFor = *length;
        return fits ? QString() : QStringLiteral("needs a lockfor between 1s and 1d: lockfor=60s.");
    }
    if (name == "max") {
        bool isNumber = false;
        spec.max = value.toByteArray().toInt(&isNumber);
        return isNumber && spec.max >= 0 && spec.max <= mostResends
            ? QString()
            : QStringLiteral("needs a whole number of times: max=3.");
    }
    (name == "keys" ? spec.keys : name == "results" ? spec.results : spec.type) = decoded(value);
    return value.isEmpty() ? QStringLiteral("has an empty %1.").arg(QString::fromUtf8(name)) : QString();
}

} // namespace

QByteArray HandmadeSpec::lockKey(QByteArrayView id) const
{
    const qsizetype at = lock.indexOf(placeholder);
    return lock.left(at) + id.toByteArray() + lock.mid(at + placeholder.size());
}

QByteArray HandmadeSpec::twin(QByteArrayView role) const
{
    const qsizetype open = key.indexOf('{');
    const bool tagged = open >= 0 && key.indexOf('}', open) > open + 1;
    return (tagged ? key : '{' + key + '}') + ":dueline:" + role.toByteArray();
}

bool HandmadeSpec::fitsOneSlot() const
{
    if (locks() || design == Design::Pubsub)
        return false;
    const qsizetype open = key.indexOf('{');
    return key.indexOf('}', open) > open + 1 ? open >= 0 : open < 0 && !key.contains('}');
}

QString HandmadeSpec::text() const
{
    QStringList parameters;
    if (design == Design::Zset && milliseconds)
        parameters << QStringLiteral("unit=ms");
    if (locks()) {
        parameters << QStringLiteral("lock=") + encoded(lock, true);
        if (lockFor != HandmadeSpec().lockFor)
            parameters << QStringLiteral("lockfor=") + formatDuration(lockFor);
    }
    if (!keys.isEmpty())
        parameters << QStringLiteral("keys=") + encoded(keys);
    if (!results.isEmpty())
        parameters << QStringLiteral("results=") + encoded(results);
    if (design == Design::Resend && max != HandmadeSpec().max)
        parameters << QStringLiteral("max=%1").arg(max);
    if (design != Design::Cron && type != key)
        parameters << QStringLiteral("type=") + encoded(type);
    const QString name = QLatin1StringView(designName(design)) + u':' + encoded(key);
    return parameters.isEmpty() ? name : name + u'?' + parameters.join(u'&');
}

const char* designName(Design design)
{
    for (const auto& [value, name] : designs) {
        if (value == design)
            return name;
    }
    return "";
}

Result<HandmadeSpec> parseHandmade(const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    const qsizetype colon = bytes.indexOf(':');
    HandmadeSpec spec;
    bool known = false;
    const QByteArray design = colon < 0 ? bytes : bytes.left(colon);
    for (const auto& [value, name] : designs) {
        if (design == name) {
            spec.design = value;
            known = true;
        }
    }
    if (!known)
        return wrong(text, QStringLiteral("is none of native, cron, zset, pubsub, list and resend."));
    const QByteArray rest = colon < 0 ? QByteArray() : bytes.mid(colon + 1);
    const qsizetype question = rest.indexOf('?');
    spec.key = decoded(question < 0 ? rest : rest.left(question));
    if (spec.key.isEmpty())
        return wrong(text, QStringLiteral("needs the name of its key: %1:KEY.").arg(QLatin1StringView(designName(spec.design))));
    if (spec.key.size() > longestKey)
        return wrong(text, QStringLiteral("has a key of more than 1024 bytes."));
    if (question >= 0) {
        for (const QByteArray& parameter : rest.mid(question + 1).split('&')) {
            const qsizetype equals = parameter.indexOf('=');
            const QByteArray name = parameter.left(equals);
            if (equals < 0 || !parametersOf(spec.design).contains(name))
                return wrong(text, noParameter(spec.design, name));
            if (const QString problem = assign(spec, name, parameter.mid(equals + 1)); !problem.isEmpty())
                return wrong(text, problem);
        }
    }
    if (spec.design == Design::Pubsub && spec.keys.isEmpty())
        return wrong(text, QStringLiteral("needs a pattern of the keys that are tasks: pubsub:CHANNEL?keys=job*."));
    if (spec.type.isEmpty())
        spec.type = spec.key;
    if (!spec.locks())
        spec.lockFor = HandmadeSpec().lockFor; // means nothing without a lock, and is not written
    return spec;
}

} // namespace dueline
