// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"

namespace dueline {

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
    /// The tint below the bars; drawn with the Multiply rule over them so that bars stay readable.
    void paintBrush(QPainter& painter, TimeRange brush) const;
    void paintOutline(QPainter& painter, const QRectF& rect) const;
    void paintTooltip(QPainter& painter, const TimelineBin& bin, const TimelineLook& look) const;
    void paintFocus(QPainter& painter, QSize size) const;

private:
    const Theme& m_theme;
    const Formatting& m_formatting;
    QRect m_plot;
    TimelineScale m_scale;
};

} // namespace dueline
