// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/timelinescale.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace dueline {

namespace {

constexpr std::array<qint64, 22> spans{10, 50, 100, 500, secondMs, 5 * secondMs, 10 * secondMs, 30 * secondMs, minuteMs,
    2 * minuteMs, 5 * minuteMs, 10 * minuteMs, 20 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 6 * hourMs, dayMs,
    2 * dayMs, 7 * dayMs, 14 * dayMs, 28 * dayMs};

constexpr std::array<qint64, 25> steps{10, 20, 50, 100, 200, 500, secondMs, 2 * secondMs, 5 * secondMs, 10 * secondMs,
    30 * secondMs, minuteMs, 2 * minuteMs, 5 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 3 * hourMs,
    6 * hourMs, 12 * hourMs, dayMs, 2 * dayMs, 7 * dayMs, 28 * dayMs};

constexpr Millis shortestRange{50};
constexpr Millis longestRange{400 * dayMs};

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
    // Start at local midnight, so that ticks are at round local times even when daylight saving time begins or ends.
    QDateTime start = QDateTime::fromMSecsSinceEpoch(toMs(m_range.from), zone);
    QDate date = start.date();
    if (step.count() > dayMs)
        date = date.addDays(-(date.toJulianDay() % (step.count() / dayMs)));
    while (result.size() < 200) {
        const TimePoint midnight = fromMs(date.startOfDay(zone).toMSecsSinceEpoch());
        if (midnight >= m_range.to)
            break;
        const QDate following = date.addDays(std::max<qint64>(1, step.count() / dayMs));
        const TimePoint end = fromMs(following.startOfDay(zone).toMSecsSinceEpoch());
        TimePoint at = midnight;
        if (at < m_range.from && step.count() < dayMs)
            at += Millis((m_range.from - at).count() / step.count() * step.count());
        for (; at < end && at < m_range.to && result.size() < 200; at += step) {
            // Skip the last tick of a day if it is too close to midnight.
            if (at >= m_range.from && (at == midnight || end - at >= step || step.count() >= dayMs))
                result.push_back({at, at == midnight});
        }
        date = following;
    }
    return result;
}

TimeRange TimelineScale::zoomed(double x, double factor) const
{
    const Millis length
        = std::clamp(Millis(std::llround(double(m_range.length().count()) * factor)), shortestRange, longestRange);
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
