// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QMetaType>
#include <QTimeZone>

#include <vector>

namespace dueline {

/// Time range [from, to).
struct TimeRange
{
    TimePoint from{};
    TimePoint to{};

    Millis length() const { return to - from; }
    bool isEmpty() const { return to <= from; }
    bool contains(TimePoint at) const { return at >= from && at < to; }
    bool operator==(const TimeRange&) const = default;
};

/// Tick on the time axis, with its label.
struct AxisTick
{
    TimePoint at{};
    bool midnight = false;
    bool operator==(const AxisTick&) const = default;
};

/// Mapping between time and pixels. It also determines spans and ticks. This value type involves neither widgets nor
/// painting.
class TimelineScale
{
public:
    /// Creates a scale. `left` and `width` are logical pixels.
    TimelineScale(TimeRange range, double left, double width);

    const TimeRange& range() const { return m_range; }
    double x(TimePoint at) const;
    TimePoint at(double x) const;

    /// Returns the smallest span from 10 ms to 28 d for which bars are at least `minPitch` pixels apart.
    Millis barSpan(double minPitch = 7) const;
    /// Returns the range extended to multiples of `span`.
    TimeRange binned(Millis span) const;
    /// Returns ticks at round local times that are at least `minDistance` pixels apart. Ticks at local midnight are
    /// marked.
    std::vector<AxisTick> ticks(const QTimeZone& zone, double minDistance = 76) const;
    /// Returns the time between two ticks, which determines how precise their labels must be.
    Millis tickStep(double minDistance = 76) const;

    /// Returns the range zoomed by `factor`; less than 1 zooms in. The instant at `x` doesn't move. The length of the
    /// result is between 50 ms and 400 days.
    TimeRange zoomed(double x, double factor) const;
    TimeRange panned(double pixels) const;

    /// Returns the smallest of 10 20 40 60 80 100 120 160 200 300 400 600 800 × 10ⁿ that exceeds `highest` by at least
    /// 4%.
    static qint64 countMaximum(qint64 highest);

private:
    TimeRange m_range;
    double m_left;
    double m_width;
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::TimeRange)
