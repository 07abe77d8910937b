// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/model/timelineaxis.h"
#include "ui/timeline/model/timelinedata.h"

#include <QPainter>

#include <optional>

namespace dueline {

/// Appearance of bars: hidden states and fill style.
struct TimelineLook
{
    StateSet hidden;
    bool patterns = false; ///< hatch all bands instead of only the overdue tasks
    bool operator==(const TimelineLook&) const = default;
};

constexpr double hatchPitch = 4; ///< distance between the lines of a hatch pattern, in logical pixels along an edge
/// Draws diagonal lines inside `rect`. `rising`: from lower left to upper right.
void hatch(QPainter& painter, const QRectF& rect, const QColor& color, bool rising);

/// Painter of a timeline's plot: background, grid, bars or individual tasks, and axis. It does not depend on a widget
/// or the mouse. Coordinates are logical pixels; bar edges are rounded to device pixels of `ratio`.
class TimelinePainter
{
public:
    static constexpr int leftMargin = 52;
    static constexpr int rightMargin = 16;
    static constexpr int topMargin = 26;
    static constexpr int bottomMargin = 24;
    static constexpr double leastTask = 6;
    /// Height of the area above torn bars, for their numbers and the pieces above the tear.
    static constexpr int tornRoom = 24;
    static constexpr int tornNumber = 14;

    /// Creates a painter. `lanes`: pixels between the plot and the axis, for the lanes below the bars.
    TimelinePainter(const Theme& theme, const Formatting& formatting, QSize size, qreal ratio, int lanes = 0);

    /// Returns the area between the margins, without the lanes.
    QRect plot() const { return m_plot; }
    /// Returns the top of the axis labels.
    int axisTop() const { return m_plot.bottom() + 1 + m_lanes; }
    TimelineScale scale(TimeRange range) const { return {range, double(m_plot.left()), double(m_plot.width())}; }

    /// Paints the layers below the brush: past and future, grid, axis.
    void paintGround(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;
    /// Paints the layers above the brush: bars or individual tasks, and their baseline.
    void paintMarks(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;

    /// Paints the numbers of torn bars, each on its own background. Call this after all lines have been painted.
    void paintTornNumbers(QPainter& painter, const TimelineData& data, TimeRange view, const TimelineLook& look) const;

    /// Returns the rectangle of the whole stack of a bin, by index, for the hover outline.
    QRectF stackRect(const TimelineData& data, std::size_t bin, TimeRange view, const TimelineLook& look) const;
    /// Returns the rectangle of an individual task in its lane.
    QRectF taskRect(const TimelineTask& task, int lane, int lanes, TimeRange view, TimePoint now) const;
    /// Returns the lane of each task of `data.tasks`, and the number of lanes.
    static std::pair<std::vector<int>, int> lanes(const TimelineData& data, const TimelineScale& scale, TimePoint now);

    /// Returns whether tasks are drawn individually: at least one task is in view, and each can be at least leastTask
    /// pixels high. Otherwise, bars are drawn.
    bool drawsTasks(const TimelineData& data, TimeRange view, TimePoint now) const;

    /// Paints fill, pattern and edge of one band.
    void paintBand(
        QPainter& painter, const QRectF& rect, TaskState state, bool overdue, const TimelineLook& look) const;
    /// Paints a band of tasks that are not listed: pale, or as an outline in high contrast.
    void paintDimmed(QPainter& painter, const QRectF& rect, TaskState state) const;
    /// Paints a band in the color of a type, failure group or queue; nullopt means all other groups together.
    void paintGroup(QPainter& painter, const QRectF& rect, std::optional<std::size_t> colour, bool patterns) const;
    /// Paints a band without a color, for tasks without a group or, if `dimmed`, tasks that are not listed.
    void paintNone(QPainter& painter, const QRectF& rect, bool dimmed) const;
    /// Paints a band of a group, given as an index into TimelineGroups::bins. -1, or an index after the other groups,
    /// means no group.
    void paintPlace(
        QPainter& painter, const QRectF& rect, const TimelineGroups& groups, int place, bool patterns) const;

    /// Returns the axis for the bars in view, excluding hidden states.
    TimelineAxis axis(const TimelineData& data, TimeRange view, const TimelineLook& look) const;
    /// Returns the number of tasks that corresponds to a height in the plot.
    double countAt(double y, const TimelineAxis& axis) const;
    static qint64 shownOf(const TimelineBin& bin, const TimelineLook& look);

private:
    /// Piece of a bar, from the baseline up. Listed pieces come first, because pieces that start at the baseline are
    /// the easiest to compare.
    struct Piece
    {
        TaskState state = TaskState::Done;
        qint64 count = 0;
        bool dimmed = false;
        int place = -1; ///< index into TimelineGroups::bins, for groups
    };
    static std::vector<Piece> groupPieces(const TimelineData& data, std::size_t bin);
    void paintPiece(QPainter& painter, const QRectF& rect, const TimelineData& data, const Piece& piece, bool overdue,
        const TimelineLook& look) const;
    static std::vector<Piece> piecesOf(const TimelineData& data, std::size_t bin, const TimelineLook& look);
    void paintGrid(QPainter& painter, const TimelineAxis& axis) const;
    void paintTear(QPainter& painter, double left, double right) const;
    void paintBars(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;
    void paintTasks(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;
    void paintAxis(QPainter& painter, TimeRange view) const;
    double device(double value) const { return std::round(value * m_ratio) / m_ratio; }
    /// Returns the height of the plot that the axis uses, in logical pixels.
    double axisHeight(const TimelineAxis& axis) const { return m_plot.height() - (axis.tears ? tornRoom : 0); }
    double height(qint64 count, const TimelineAxis& axis) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    qreal m_ratio;
    int m_lanes;
    QRect m_plot;
};

} // namespace dueline
