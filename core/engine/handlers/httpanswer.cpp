// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/httpanswer.h"

#include "core/base/epochnumber.h"
#include "core/engine/handlers/httptarget.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>

namespace dueline {
namespace {

constexpr qsizetype keptBody = 600; ///< maximum number of response bytes to include in an error

/// Parses one of the three date forms of RFC 9110, which are always in GMT.
std::optional<TimePoint> httpDate(const QByteArray& text)
{
    static const QRegularExpression shortYear(QStringLiteral("-(\\d\\d) "));
    const QString trimmed = QString::fromLatin1(text).simplified().replace(shortYear, QStringLiteral("-20\\1 "));
    for (const char* form :
        {"ddd, dd MMM yyyy hh:mm:ss 'GMT'", "dddd, dd-MMM-yyyy hh:mm:ss 'GMT'", "ddd MMM d hh:mm:ss yyyy"}) {
        QDateTime at = QLocale::c().toDateTime(trimmed, QString::fromLatin1(form));
        if (!at.isValid())
            continue;
        at.setTimeZone(QTimeZone::utc());
        return fromMs(at.toMSecsSinceEpoch());
    }
    return {};
}

bool comesBack(int status)
{
    return status == 408 || status == 425 || status == 429 || (status >= 500 && status < 600);
}

} // namespace

std::optional<Millis> HttpAnswer::waitAsked(TimePoint now) const
{
    const QByteArray text = retryAfter.trimmed();
    if (text.isEmpty())
        return {};
    if (std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        bool fits = false;
        const qlonglong seconds = text.toLongLong(&fits);
        // Some servers send an instant instead of a number of seconds. Read as seconds, it would mean an implausible
        // wait of decades.
        if (const auto until = fits ? instantInOurTime(seconds) : std::nullopt)
            return std::clamp(*until - httpDate(date).value_or(now), Millis(0), longestWait);
        return fits ? std::min(longestWait, Millis(std::min(seconds, 1'000'000'000LL) * 1000)) : longestWait;
    }
    const auto until = httpDate(text);
    if (!until)
        return {};
    return std::clamp(*until - httpDate(date).value_or(now), Millis(0), longestWait);
}

/// Returns `503 Service Unavailable: first line of the body`, followed by more of the body.
QByteArray HttpAnswer::describe() const
{
    QByteArray text = QByteArray::number(status);
    if (const QByteArray words = reason.simplified(); !words.isEmpty())
        text += ' ' + words.left(80);
    const QByteArray said = body.text().trimmed().left(keptBody);
    if (said.isEmpty())
        return text;
    const qsizetype line = said.indexOf('\n');
    text += ": " + (line < 0 ? said : said.left(line)).trimmed();
    return line < 0 ? text : text + '\n' + said.sliced(line + 1);
}

HandlerResult HttpAnswer::result(TimePoint now) const
{
    if (status >= 200 && status < 300)
        return HandlerResult::done(body.text());
    if (comesBack(status))
        return HandlerResult::retry(describe(), waitAsked(now));
    if (status >= 300 && status < 400 && !location.isEmpty())
        return HandlerResult::fail(QByteArray::number(status) + " redirects to "
                + HttpTarget::withoutSecrets(location).toUtf8()
                + ", and redirects are not followed; use that address in the handler",
            false);
    return HandlerResult::fail(describe(), false);
}

} // namespace dueline
