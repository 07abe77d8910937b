// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timelinedata.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace dueline {

/// What is hidden and how bars are filled.
struct TimelineLook
{
    StateSet hidden;
    bool patterns = false; ///< hatches on every band, not only on overdue
    bool operator==(const TimelineLook&) const = default;
};

constexpr double hatchPitch = 4; ///< between two lines of a hatch, logical pixels along an edge
/// Diagonal lines inside `rect`; `rising` from lower left to upper right.
void hatch(QPainter& painter, const QRectF& rect, const QColor& color, bool rising);

/// Draws the plot of a timeline: background, grid, bars or single tasks, axis. Knows no widget and no mouse; everything
/// it needs is given. Coordinates are logical pixels; bar edges are rounded to device pixels of `ratio`.
class TimelinePainter
{
public:
    static constexpr int leftMargin = 52;
    static constexpr int rightMargin = 16;
    static constexpr int topMargin = 26;
    static constexpr int bottomMargin = 24;
    static constexpr double leastTask = 6;

    TimelinePainter(const Theme& theme, const Formatting& formatting, QSize size, qreal ratio);

    /// The area between the margins.
    QRect plot() const { return m_plot; }
    TimelineScale scale(TimeRange range) const { return {range, double(m_plot.left()), double(m_plot.width())}; }

    /// What lies below a brush: past and future, grid, axis.
    void paintGround(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;
    /// What lies above it: bars or single tasks, and the baseline they stand on.
    void paintMarks(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;

    /// The rectangle of the whole stack of one bin, for the pointer's outline.
    QRectF stackRect(const TimelineData& data, const TimelineBin& bin, TimeRange view, const TimelineLook& look) const;
    /// Where a single task is drawn. Tasks are laid out in lanes by `lane`.
    QRectF taskRect(const TimelineTask& task, int lane, int lanes, TimeRange view, TimePoint now) const;
    /// The lane of each task of `data.tasks`, and how many lanes there are.
    static std::pair<std::vector<int>, int> lanes(const TimelineData& data, const TimelineScale& scale, TimePoint now);

    /// Whether its tasks are drawn one by one: there are some, and each gets leastTask pixels of height. Else bars are.
    bool drawsTasks(const TimelineData& data, TimeRange view, TimePoint now) const;

    /// Fill, pattern and edge of one band.
    void paintBand(
        QPainter& painter, const QRectF& rect, TaskState state, bool overdue, const TimelineLook& look) const;

    qint64 maximum(const TimelineData& data, const TimelineLook& look) const;

private:
    void paintGrid(QPainter& painter, qint64 maximum) const;
    void paintBars(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;
    void paintTasks(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;
    void paintAxis(QPainter& painter, TimeRange view) const;
    double device(double value) const { return std::round(value * m_ratio) / m_ratio; }
    double height(qint64 count, qint64 maximum) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    qreal m_ratio;
    QRect m_plot;
};

} // namespace dueline
