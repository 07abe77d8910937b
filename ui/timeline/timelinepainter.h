// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/model/timelineaxis.h"
#include "ui/timeline/model/timelinedata.h"

#include <QPainter>

#include <optional>

namespace dueline {

/// Appearance of the bars: hidden states and fill styles.
struct TimelineLook
{
    StateSet hidden;
    bool patterns = false; ///< true to hatch all bands; false to hatch only overdue tasks
    bool operator==(const TimelineLook&) const = default;
};

constexpr double hatchPitch = 4; ///< distance between the lines of a hatch pattern along an edge, in logical pixels
/// Draws diagonal lines inside `rect`. `rising`: true for lines from the lower left to the upper right.
void hatch(QPainter& painter, const QRectF& rect, const QColor& color, bool rising);

/// Painter for the timeline's plot: background, grid, bars or individual tasks, and axis. It doesn't depend on a widget
/// or the mouse. Coordinates are in logical pixels, and the bars' edges are rounded to device pixels.
class TimelinePainter
{
public:
    static constexpr int leftMargin = 52;
    static constexpr int rightMargin = 16;
    static constexpr int topMargin = 26;
    static constexpr int bottomMargin = 24;
    static constexpr double leastTask = 6;
    /// Height in pixels of the space above the axis that torn bars need for their numbers and the parts above the tear.
    static constexpr int tornRoom = 24;
    static constexpr int tornNumber = 14;

    /// Creates a painter. `lanes`: height in pixels of the lanes between the bars and the axis.
    TimelinePainter(const Theme& theme, const Formatting& formatting, QSize size, qreal ratio, int lanes = 0);

    /// Returns the area within the margins, not including the lanes.
    QRect plot() const { return m_plot; }
    /// Returns the y coordinate of the top of the axis labels.
    int axisTop() const { return m_plot.bottom() + 1 + m_lanes; }
    TimelineScale scale(TimeRange range) const { return {range, double(m_plot.left()), double(m_plot.width())}; }

    /// Paints everything behind the brush: past and future, the grid and the axis.
    void paintGround(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;
    /// Paints everything in front of the brush: bars or individual tasks, and the baseline.
    void paintMarks(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;

    /// Paints the numbers of torn bars, each on its own background. Call this after painting all lines.
    void paintTornNumbers(QPainter& painter, const TimelineData& data, TimeRange view, const TimelineLook& look) const;

    /// Returns the rectangle of a complete bar, for outlining the bar under the pointer. `bin`: index of the bar's bin.
    QRectF stackRect(const TimelineData& data, std::size_t bin, TimeRange view, const TimelineLook& look) const;
    /// Returns the rectangle of an individual task in its lane.
    QRectF taskRect(const TimelineTask& task, int lane, int lanes, TimeRange view, TimePoint now) const;
    /// Returns each task's lane in `data.tasks`, and the number of lanes.
    static std::pair<std::vector<int>, int> lanes(const TimelineData& data, const TimelineScale& scale, TimePoint now);

    /// Returns whether tasks are drawn individually rather than as bars. At least one task must be visible, and there
    /// must be enough height for leastTask pixels per task.
    bool drawsTasks(const TimelineData& data, TimeRange view, TimePoint now) const;

    /// Paints a band's fill, pattern and edge.
    void paintBand(
        QPainter& painter, const QRectF& rect, TaskState state, bool overdue, const TimelineLook& look) const;
    /// Paints a band for tasks that aren't listed: pale, or an outline in high contrast.
    void paintDimmed(QPainter& painter, const QRectF& rect, TaskState state) const;
    /// Paints a band in the color of a type, failure group or queue. `colour`: nullopt for all other groups combined.
    void paintGroup(QPainter& painter, const QRectF& rect, std::optional<std::size_t> colour, bool patterns) const;
    /// Paints a band without color. `dimmed`: true for tasks that aren't listed; false for tasks without a group.
    void paintNone(QPainter& painter, const QRectF& rect, bool dimmed) const;
    /// Paints a group's band. `place`: index into TimelineGroups::bins; -1, or the index after the other groups, stands
    /// for tasks without a group.
    void paintPlace(
        QPainter& painter, const QRectF& rect, const TimelineGroups& groups, int place, bool patterns) const;

    /// Returns the axis for the displayed bars, ignoring hidden states.
    TimelineAxis axis(const TimelineData& data, TimeRange view, const TimelineLook& look) const;
    /// Returns the number of tasks that a height in the plot represents.
    double countAt(double y, const TimelineAxis& axis) const;
    static qint64 shownOf(const TimelineBin& bin, const TimelineLook& look);

private:
    /// Segment of a bar. Segments are ordered from the baseline, and segments of listed tasks come first, because
    /// segments on the baseline are easiest to compare.
    struct Piece
    {
        TaskState state = TaskState::Done;
        qint64 count = 0;
        bool dimmed = false;
        int place = -1; ///< index into TimelineGroups::bins, if the bar shows groups
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
    /// Returns the height of the axis within the plot, in logical pixels.
    double axisHeight(const TimelineAxis& axis) const { return m_plot.height() - (axis.tears ? tornRoom : 0); }
    double height(qint64 count, const TimelineAxis& axis) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    qreal m_ratio;
    int m_lanes;
    QRect m_plot;
};

} // namespace dueline
