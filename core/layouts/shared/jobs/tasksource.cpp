// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/tasksource.h"

#include "core/redis/reply.h"

#include <cmath>

namespace dueline {

namespace {

constexpr double perMs4096 = 4096;
constexpr double perSecond = 1000;

/// Converts a number to a time, clamped to the valid range. NaN and negative values become the epoch.
TimePoint wholeMs(double ms)
{
    if (!(ms > 0)) // this condition is also true for NaN
        return {};
    return fromMs(qint64(std::min(std::floor(ms), endOfTime)));
}

} // namespace

TimePoint TaskSource::instantOf(double value) const
{
    switch (score) {
    case Score::None:
        return {};
    case Score::Milliseconds:
        return wholeMs(value);
    case Score::Seconds:
        // 0.0005 compensates for rounding: 1795236791.229 s is stored as …228999
        return wholeMs(value * perSecond + 0.0005);
    case Score::NegatedSeconds:
        return wholeMs(-value * perSecond + 0.0005);
    case Score::Milliseconds4096:
        return wholeMs(value / perMs4096);
    }
    return {};
}

QByteArray TaskSource::scoreFrom(TimePoint at) const
{
    const auto ms = double(toMs(at));
    switch (score) {
    case Score::None:
        break;
    case Score::Milliseconds:
        return number(toMs(at));
    case Score::Seconds:
        return QByteArray::number((ms - 0.0005) / perSecond, 'g', 17);
    case Score::NegatedSeconds:
        return QByteArray::number((0.0005 - ms) / perSecond, 'g', 17);
    case Score::Milliseconds4096:
        return scoreText(ms * perMs4096);
    }
    return "-inf";
}

std::pair<QByteArray, QByteArray> TaskSource::scoresBetween(
    std::optional<TimePoint> from, std::optional<TimePoint> before) const
{
    if (isNewestFirst())
        return {before ? '(' + scoreFrom(*before) : QByteArray("-inf"), from ? scoreFrom(*from) : QByteArray("+inf")};
    return {from ? scoreFrom(*from) : QByteArray("-inf"), before ? '(' + scoreFrom(*before) : QByteArray("+inf")};
}

QByteArray scoreText(double score)
{
    constexpr double exact = 9'007'199'254'740'992; // 2^53: all smaller integers are exact
    if (std::isfinite(score) && std::floor(score) == score && std::abs(score) <= exact)
        return QByteArray::number(score, 'f', 0);
    return std::isinf(score) ? QByteArray(score > 0 ? "+inf" : "-inf") : QByteArray::number(score, 'g', 17);
}

} // namespace dueline
