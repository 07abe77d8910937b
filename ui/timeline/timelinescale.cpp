// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinescale.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace dueline {

namespace {

constexpr qint64 second = 1000;
constexpr qint64 minute = 60 * second;
constexpr qint64 hour = 60 * minute;
constexpr qint64 day = 24 * hour;

constexpr std::array<qint64, 22> spans{10, 50, 100, 500, second, 5 * second, 10 * second, 30 * second, minute,
    2 * minute, 5 * minute, 10 * minute, 20 * minute, 30 * minute, hour, 2 * hour, 6 * hour, day, 2 * day, 7 * day,
    14 * day, 28 * day};

constexpr std::array<qint64, 25> steps{10, 20, 50, 100, 200, 500, second, 2 * second, 5 * second, 10 * second,
    30 * second, minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 3 * hour, 6 * hour,
    12 * hour, day, 2 * day, 7 * day, 28 * day};

constexpr Millis shortest{50};
constexpr Millis longest{400 * day};

} // namespace

TimelineScale::TimelineScale(TimeRange range, double left, double width)
    : m_range(range)
    , m_left(left)
    , m_width(std::max(1.0, width))
{
    if (m_range.isEmpty())
        m_range.to = m_range.from + Millis(1);
}

double TimelineScale::x(TimePoint at) const
{
    return m_left + double((at - m_range.from).count()) * m_width / double(m_range.length().count());
}

TimePoint TimelineScale::at(double x) const
{
    return m_range.from + Millis(std::llround((x - m_left) * double(m_range.length().count()) / m_width));
}

Millis TimelineScale::barSpan(double minPitch) const
{
    const double msPerPixel = double(m_range.length().count()) / m_width;
    for (const qint64 span : spans) {
        if (double(span) >= msPerPixel * minPitch)
            return Millis(span);
    }
    return Millis(spans.back());
}

TimeRange TimelineScale::binned(Millis span) const
{
    const auto down = [span](TimePoint at) {
        const qint64 ms = toMs(at);
        const qint64 rest = ((ms % span.count()) + span.count()) % span.count();
        return fromMs(ms - rest);
    };
    TimeRange range{down(m_range.from), down(m_range.to)};
    if (range.to < m_range.to)
        range.to += span;
    return range;
}

Millis TimelineScale::tickStep(double minDistance) const
{
    const double msPerPixel = double(m_range.length().count()) / m_width;
    for (const qint64 step : steps) {
        if (double(step) >= msPerPixel * minDistance)
            return Millis(step);
    }
    return Millis(steps.back());
}

std::vector<AxisTick> TimelineScale::ticks(const QTimeZone& zone, double minDistance) const
{
    std::vector<AxisTick> result;
    const Millis step = tickStep(minDistance);
    // From local midnight on, so that ticks stand on round local times, across daylight saving, too.
    QDateTime start = QDateTime::fromMSecsSinceEpoch(toMs(m_range.from), zone);
    QDate date = start.date();
    if (step.count() > day)
        date = date.addDays(-(date.toJulianDay() % (step.count() / day)));
    while (result.size() < 200) {
        const TimePoint midnight = fromMs(date.startOfDay(zone).toMSecsSinceEpoch());
        if (midnight >= m_range.to)
            break;
        const QDate following = date.addDays(std::max<qint64>(1, step.count() / day));
        const TimePoint end = fromMs(following.startOfDay(zone).toMSecsSinceEpoch());
        TimePoint at = midnight;
        if (at < m_range.from && step.count() < day)
            at += Millis((m_range.from - at).count() / step.count() * step.count());
        for (; at < end && at < m_range.to && result.size() < 200; at += step) {
            // The last tick of a day makes room for the midnight after it.
            if (at >= m_range.from && (at == midnight || end - at >= step || step.count() >= day))
                result.push_back({at, at == midnight});
        }
        date = following;
    }
    return result;
}

TimeRange TimelineScale::zoomed(double x, double factor) const
{
    const Millis length
        = std::clamp(Millis(std::llround(double(m_range.length().count()) * factor)), shortest, longest);
    const double share = std::clamp((x - m_left) / m_width, 0.0, 1.0);
    const TimePoint anchor = at(m_left + share * m_width);
    const TimePoint from = anchor - Millis(std::llround(double(length.count()) * share));
    return {from, from + length};
}

TimeRange TimelineScale::panned(double pixels) const
{
    const Millis by(std::llround(pixels * double(m_range.length().count()) / m_width));
    return {m_range.from + by, m_range.to + by};
}

qint64 TimelineScale::countMaximum(qint64 highest)
{
    constexpr std::array<qint64, 13> ladder{10, 20, 40, 60, 80, 100, 120, 160, 200, 300, 400, 600, 800};
    const double wanted = double(highest) * 1.04;
    for (qint64 unit = 1;; unit *= 10) {
        for (const qint64 step : ladder) {
            if (double(step * unit) >= wanted)
                return step * unit;
        }
    }
}

} // namespace dueline
