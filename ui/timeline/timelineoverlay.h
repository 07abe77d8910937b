// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"

#include <optional>
#include <vector>

namespace dueline {

/// Tooltip row: a state tile or a group color, if any, followed by a label, and a value on the right.
struct TooltipRow
{
    std::optional<TaskState> tile;
    QString word;
    QString value;
    std::optional<int> place = {}; ///< index into TimelineGroups::bins

    bool hasMark() const { return tile || place; }
};

/// Painter for the moving parts in front of the timeline's bars: the line at the current time, the brush, the pointer,
/// the cursor and the tooltips.
class TimelineOverlay
{
public:
    /// Creates an overlay. `lanes`: height in pixels of the lanes between the plot and the axis labels.
    TimelineOverlay(const Theme& theme, const Formatting& formatting, QRect plot, TimelineScale scale, int lanes = 0)
        : m_theme(theme)
        , m_formatting(formatting)
        , m_plot(plot)
        , m_scale(scale)
        , m_lanes(lanes)
    { }

    void paintNow(QPainter& painter, TimePoint now) const;
    /// Paints plain text in the middle of the plot instead of bars. If the line at the current time (`now`) is visible,
    /// the text is on its wider side, so that they don't overlap.
    void paintWords(QPainter& painter, const QString& words, TimePoint now) const;
    /// Returns the rectangle of the current time's label above the plot; empty if the current time isn't visible.
    QRect nowLabel(TimePoint now) const;
    /// Paints the brush's tint. Call this before painting the bars, so that the tint doesn't change their colors.
    void paintBrushTint(QPainter& painter, TimeRange brush) const;
    void paintBrushEdges(QPainter& painter, TimeRange brush) const;
    void paintOutline(QPainter& painter, const QRectF& rect) const;
    /// Paints a bar's tooltip. `listed`: number of listed tasks in each state; null if all tasks are listed. `more`:
    /// additional rows.
    void paintTooltip(QPainter& painter, const TimelineBin& bin, const StateCounts* listed, const TimelineLook& look,
        const std::vector<TooltipRow>& more = {}) const;
    /// Returns text such as `3 of 10`, or a single number if no tasks are dimmed.
    static QString countWords(qint64 all, std::optional<qint64> listed);
    /// Paints a plain-text tooltip next to `mark`, a rectangle in the plot.
    void paintTooltip(QPainter& painter, const QRectF& mark, const QString& head, const std::vector<TooltipRow>& rows,
        const TimelineGroups* groups = nullptr) const;
    /// Paints the tooltip of a bar that shows groups.
    void paintGroupTooltip(
        QPainter& painter, const TimelineData& data, std::size_t bin, const std::vector<TooltipRow>& more = {}) const;
    /// Paints crosshairs at a position in the plot, with the time on the time axis and the count, if specified, on the
    /// other axis.
    void paintCrosshair(QPainter& painter, QPointF at, TimePoint now, std::optional<qint64> count) const;
    void paintFocus(QPainter& painter, QSize size) const;

private:
    /// Layout of a tooltip's rows within the widget.
    struct TooltipPlan
    {
        int row = 22; ///< height of a row in pixels
        int columns = 1;
        int lines = 1; ///< number of rows in each column
        std::vector<int> widths; ///< width of each column in pixels
    };
    TooltipPlan planOf(QPainter& painter, const QString& head, const std::vector<TooltipRow>& rows, int most) const;
    int roomBeside(const QRectF& mark) const;
    void paintTooltipRow(QPainter& painter, const QRectF& place, const TooltipRow& row, bool isMarked,
        const TimelineGroups* groups) const;
    std::pair<double, double> edges(TimeRange brush) const;
    QString nowWords(TimePoint now) const;
    QFont nowFont() const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    QRect m_plot;
    TimelineScale m_scale;
    int m_lanes;
};

} // namespace dueline
