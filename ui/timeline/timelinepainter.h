// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/model/timelineaxis.h"
#include "ui/timeline/model/timelinedata.h"

#include <QPainter>

#include <optional>

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
    /// Above the axis, while bars are torn: the number of each, and the piece of it above the tear.
    static constexpr int tornRoom = 24;
    static constexpr int tornNumber = 14;

    /// `lanes`: pixels between the plot and the axis, for what stands below the bars.
    TimelinePainter(const Theme& theme, const Formatting& formatting, QSize size, qreal ratio, int lanes = 0);

    /// The area between the margins, without the lanes.
    QRect plot() const { return m_plot; }
    /// Where the words of the axis begin.
    int axisTop() const { return m_plot.bottom() + 1 + m_lanes; }
    TimelineScale scale(TimeRange range) const { return {range, double(m_plot.left()), double(m_plot.width())}; }

    /// What lies below a brush: past and future, grid, axis.
    void paintGround(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;
    /// What lies above it: bars or single tasks, and the baseline they stand on.
    void paintMarks(
        QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const;

    /// The numbers of torn bars, each on a ground of its own: goes above all lines.
    void paintTornNumbers(QPainter& painter, const TimelineData& data, TimeRange view, const TimelineLook& look) const;

    /// The rectangle of the whole stack of a bin, by its number, for the pointer's outline.
    QRectF stackRect(const TimelineData& data, std::size_t bin, TimeRange view, const TimelineLook& look) const;
    /// Where a single task is drawn. Tasks are laid out in lanes by `lane`.
    QRectF taskRect(const TimelineTask& task, int lane, int lanes, TimeRange view, TimePoint now) const;
    /// The lane of each task of `data.tasks`, and how many lanes there are.
    static std::pair<std::vector<int>, int> lanes(const TimelineData& data, const TimelineScale& scale, TimePoint now);

    /// Whether its tasks are drawn one by one: there are some, and each gets leastTask pixels of height. Else bars are.
    bool drawsTasks(const TimelineData& data, TimeRange view, TimePoint now) const;

    /// Fill, pattern and edge of one band.
    void paintBand(
        QPainter& painter, const QRectF& rect, TaskState state, bool overdue, const TimelineLook& look) const;
    /// The same of what the table does not list: pale, in high contrast an outline.
    void paintDimmed(QPainter& painter, const QRectF& rect, TaskState state) const;
    /// The same of a type, a kind of failure or a queue, by its colour; nullopt: the others together.
    void paintGroup(QPainter& painter, const QRectF& rect, std::optional<std::size_t> colour, bool patterns) const;
    /// What is of no group, or, dimmed, not listed: without a colour.
    void paintNone(QPainter& painter, const QRectF& rect, bool dimmed) const;
    /// By its place in TimelineGroups::bins; behind the others, or -1: what is of none.
    void paintPlace(
        QPainter& painter, const QRectF& rect, const TimelineGroups& groups, int place, bool patterns) const;

    /// Of the bars in view, without what is hidden.
    TimelineAxis axis(const TimelineData& data, TimeRange view, const TimelineLook& look) const;
    /// How many tasks a height of the plot stands for.
    double countAt(double y, const TimelineAxis& axis) const;
    static qint64 shownOf(const TimelineBin& bin, const TimelineLook& look);

private:
    /// A piece of a bar, from the baseline up: what is listed first, so that it compares at a glance.
    struct Piece
    {
        TaskState state = TaskState::Done;
        qint64 count = 0;
        bool dimmed = false;
        int place = -1; ///< where it is told by groups: in TimelineGroups::bins
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
    /// Logical pixels of the plot that the axis takes.
    double axisHeight(const TimelineAxis& axis) const { return m_plot.height() - (axis.tears ? tornRoom : 0); }
    double height(qint64 count, const TimelineAxis& axis) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    qreal m_ratio;
    int m_lanes;
    QRect m_plot;
};

} // namespace dueline
