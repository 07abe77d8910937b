// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/retrypolicy.h"

#include "core/base/duration.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

Error backoffError(QStringView text)
{
    return {ErrorCode::Usage,
        QStringLiteral(
            "\"%1\" is not a backoff: write none, fixed:10s, exp:2s:5m (first delay and cap) or list:1s,10s,1m.")
            .arg(text)};
}

} // namespace

Millis Backoff::delayAfter(int attempt) const
{
    const int failures = std::max(attempt, 1);
    switch (kind) {
    case Kind::None:
        return Millis(0);
    case Kind::Fixed:
        return base;
    case Kind::Exponential: {
        Millis delay = base;
        for (int i = 1; i < failures && delay < cap && delay > Millis(0); ++i)
            delay = delay > cap / 2 ? cap : delay * 2;
        return std::min(delay, cap);
    }
    case Kind::List:
        return list.empty() ? Millis(0) : list[std::min(std::size_t(failures), list.size()) - 1];
    }
    Q_UNREACHABLE();
    return {};
}

Result<Backoff> parseBackoff(QStringView text)
{
    Backoff backoff;
    if (text == u"none") {
        backoff.kind = Backoff::Kind::None;
        return backoff;
    }
    const qsizetype colon = text.indexOf(u':');
    if (colon < 0)
        return backoffError(text);
    const QStringView kind = text.left(colon);
    const QStringView rest = text.mid(colon + 1);
    if (kind == u"fixed") {
        const auto delay = parseDuration(rest);
        if (!delay)
            return backoffError(text);
        backoff.kind = Backoff::Kind::Fixed;
        backoff.base = *delay;
        return backoff;
    }
    if (kind == u"exp") {
        const auto parts = rest.split(u':');
        if (parts.size() != 2)
            return backoffError(text);
        const auto base = parseDuration(parts[0]);
        const auto cap = parseDuration(parts[1]);
        if (!base || !cap)
            return backoffError(text);
        if (*cap < *base)
            return Error{ErrorCode::Usage,
                QStringLiteral("The cap of the backoff \"%1\" is shorter than its first delay.").arg(text)};
        backoff.kind = Backoff::Kind::Exponential;
        backoff.base = *base;
        backoff.cap = *cap;
        return backoff;
    }
    if (kind == u"list") {
        backoff.kind = Backoff::Kind::List;
        for (const QStringView part : rest.split(u',')) {
            const auto delay = parseDuration(part);
            if (!delay)
                return backoffError(text);
            backoff.list.push_back(*delay);
        }
        return backoff;
    }
    return backoffError(text);
}

QString formatBackoff(const Backoff& backoff)
{
    switch (backoff.kind) {
    case Backoff::Kind::None:
        return QStringLiteral("none");
    case Backoff::Kind::Fixed:
        return QStringLiteral("fixed:") + formatDuration(backoff.base);
    case Backoff::Kind::Exponential:
        return QStringLiteral("exp:") + formatDuration(backoff.base) + u':' + formatDuration(backoff.cap);
    case Backoff::Kind::List: {
        if (backoff.list.empty())
            return QStringLiteral("none");
        QStringList parts;
        for (const Millis delay : backoff.list)
            parts.append(formatDuration(delay));
        return QStringLiteral("list:") + parts.join(u',');
    }
    }
    Q_UNREACHABLE();
    return {};
}

std::optional<Millis> RetryPolicy::delayAfter(int attempt, double random) const
{
    if (attempt >= maxAttempts)
        return std::nullopt;
    const double delay = double(backoff.delayAfter(attempt).count());
    return Millis(std::llround(delay * (0.9 + 0.2 * std::clamp(random, 0.0, 1.0))));
}

} // namespace dueline
