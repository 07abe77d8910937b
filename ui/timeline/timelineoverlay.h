// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"

#include <optional>
#include <vector>

namespace dueline {

/// A line of a tooltip: a state's tile, a group's colour or none, a word, a value at the right.
struct TooltipRow
{
    std::optional<TaskState> tile;
    QString word;
    QString value;
    std::optional<int> place = {}; ///< in TimelineGroups::bins

    bool hasMark() const { return tile || place; }
};

/// Draws what moves over the bars of a timeline: now-line, brush, pointer and cursor, and the tooltip of a bar. Only
/// painting.
class TimelineOverlay
{
public:
    /// `lanes`: between the plot and the words of the axis.
    TimelineOverlay(const Theme& theme, const Formatting& formatting, QRect plot, TimelineScale scale, int lanes = 0)
        : m_theme(theme)
        , m_formatting(formatting)
        , m_plot(plot)
        , m_scale(scale)
        , m_lanes(lanes)
    { }

    void paintNow(QPainter& painter, TimePoint now) const;
    /// In the middle of the plot, where bars would stand; where `now` is in view, in the middle of what is wider beside
    /// its line, which would cross them. Plain text.
    void paintWords(QPainter& painter, const QString& words, TimePoint now) const;
    /// Where it says when that is, above the plot; empty: now is not in view.
    QRect nowLabel(TimePoint now) const;
    /// Goes below the bars, so that their colours stay what they are.
    void paintBrushTint(QPainter& painter, TimeRange brush) const;
    void paintBrushEdges(QPainter& painter, TimeRange brush) const;
    void paintOutline(QPainter& painter, const QRectF& rect) const;
    /// `listed`: how many of each state the table lists; null: all.
    /// `more`: rows behind these.
    void paintTooltip(QPainter& painter, const TimelineBin& bin, const StateCounts* listed, const TimelineLook& look,
        const std::vector<TooltipRow>& more = {}) const;
    /// `3 of 10`, or the one number where nothing is dimmed.
    static QString countWords(qint64 all, std::optional<qint64> listed);
    /// Beside `mark`, a place in the plot. Plain text.
    void paintTooltip(QPainter& painter, const QRectF& mark, const QString& head, const std::vector<TooltipRow>& rows,
        const TimelineGroups* groups = nullptr) const;
    /// Of a bar told by groups.
    void paintGroupTooltip(
        QPainter& painter, const TimelineData& data, std::size_t bin, const std::vector<TooltipRow>& more = {}) const;
    /// At a place of the plot: lines through it, the instant at the axis of time and, if there is one, what the height
    /// counts at the other.
    void paintCrosshair(QPainter& painter, QPointF at, TimePoint now, std::optional<qint64> count) const;
    void paintFocus(QPainter& painter, QSize size) const;

private:
    /// How the rows of a tooltip stand, so that all are in the widget.
    struct TooltipPlan
    {
        int row = 22; ///< pixels
        int columns = 1;
        int lines = 1; ///< rows of a column
        std::vector<int> widths; ///< of the columns
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
