// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"

#include <optional>
#include <vector>

namespace dueline {

/// Row of a tooltip: an optional state tile or group color, then a word, and a value on the right.
struct TooltipRow
{
    std::optional<TaskState> tile;
    QString word;
    QString value;
    std::optional<int> place = {}; ///< index into TimelineGroups::bins

    bool hasMark() const { return tile || place; }
};

/// Painter of the moving parts above the bars of a timeline: line of the current time, brush, pointer, cursor and
/// tooltips.
class TimelineOverlay
{
public:
    /// Creates an overlay. `lanes`: height between the plot and the labels of the axis.
    TimelineOverlay(const Theme& theme, const Formatting& formatting, QRect plot, TimelineScale scale, int lanes = 0)
        : m_theme(theme)
        , m_formatting(formatting)
        , m_plot(plot)
        , m_scale(scale)
        , m_lanes(lanes)
    { }

    void paintNow(QPainter& painter, TimePoint now) const;
    /// Paints plain text in the middle of the plot, instead of bars. If the line of the current time (`now`) is in
    /// view, the text is on the wider side of the line, so that the two do not overlap.
    void paintWords(QPainter& painter, const QString& words, TimePoint now) const;
    /// Returns the rectangle of the label of the current time, above the plot; empty if the current time is out of
    /// view.
    QRect nowLabel(TimePoint now) const;
    /// Paints the tint of the brush. Call this before the bars are painted, so that the tint does not change their
    /// colors.
    void paintBrushTint(QPainter& painter, TimeRange brush) const;
    void paintBrushEdges(QPainter& painter, TimeRange brush) const;
    void paintOutline(QPainter& painter, const QRectF& rect) const;
    /// Paints the tooltip of a bar. `listed`: number of listed tasks per state; null: all. `more`: additional rows.
    void paintTooltip(QPainter& painter, const TimelineBin& bin, const StateCounts* listed, const TimelineLook& look,
        const std::vector<TooltipRow>& more = {}) const;
    /// Returns `3 of 10`, or only one number if nothing is dimmed.
    static QString countWords(qint64 all, std::optional<qint64> listed);
    /// Paints a tooltip in plain text next to `mark`, a rectangle in the plot.
    void paintTooltip(QPainter& painter, const QRectF& mark, const QString& head, const std::vector<TooltipRow>& rows,
        const TimelineGroups* groups = nullptr) const;
    /// Paints the tooltip of a bar that shows groups.
    void paintGroupTooltip(
        QPainter& painter, const TimelineData& data, std::size_t bin, const std::vector<TooltipRow>& more = {}) const;
    /// Paints crosshairs at a point of the plot, with its time on the time axis and, if given, its count on the other
    /// axis.
    void paintCrosshair(QPainter& painter, QPointF at, TimePoint now, std::optional<qint64> count) const;
    void paintFocus(QPainter& painter, QSize size) const;

private:
    /// Layout of a tooltip's rows that fits into the widget.
    struct TooltipPlan
    {
        int row = 22; ///< height of a row in pixels
        int columns = 1;
        int lines = 1; ///< rows per column
        std::vector<int> widths; ///< widths of the columns
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
