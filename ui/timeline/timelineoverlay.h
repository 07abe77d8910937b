// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"

#include <optional>
#include <vector>

namespace dueline {

/// A line of a tooltip: a state's tile or none, a word, a value at the right.
struct TooltipRow
{
    std::optional<TaskState> tile;
    QString word;
    QString value;
};

/// Draws what moves over the bars of a timeline: now-line, brush, pointer and cursor, and the tooltip of a bar. Only
/// painting.
class TimelineOverlay
{
public:
    TimelineOverlay(const Theme& theme, const Formatting& formatting, QRect plot, TimelineScale scale)
        : m_theme(theme)
        , m_formatting(formatting)
        , m_plot(plot)
        , m_scale(scale)
    { }

    void paintNow(QPainter& painter, TimePoint now) const;
    /// In the middle of the plot, where bars would stand. Plain text.
    void paintWords(QPainter& painter, const QString& words) const;
    /// Where it says when that is, above the plot; empty: now is not in view.
    QRect nowLabel(TimePoint now) const;
    /// Goes below the bars, so that their colours stay what they are.
    void paintBrushTint(QPainter& painter, TimeRange brush) const;
    void paintBrushEdges(QPainter& painter, TimeRange brush) const;
    void paintOutline(QPainter& painter, const QRectF& rect) const;
    void paintTooltip(QPainter& painter, const TimelineBin& bin, const TimelineLook& look) const;
    /// Beside `mark`, a place in the plot. Plain text.
    void paintTooltip(
        QPainter& painter, const QRectF& mark, const QString& head, const std::vector<TooltipRow>& rows) const;
    void paintFocus(QPainter& painter, QSize size) const;

private:
    std::pair<double, double> edges(TimeRange brush) const;
    QString nowWords(TimePoint now) const;
    QFont nowFont() const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    QRect m_plot;
    TimelineScale m_scale;
};

} // namespace dueline
