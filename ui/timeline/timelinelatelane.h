// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinelateness.h"
#include "ui/timeline/timelineoverlay.h"

namespace dueline {

/// Strip below the bars that shows how late tasks are. It has one column per bar, on a logarithmic scale from 10 ms to
/// a day. A column's filled part is the 95th percentile of start delays. The hatched part is the delay of the oldest
/// task that became due in this bar and is still waiting.
class TimelineLateLane
{
    Q_DECLARE_TR_FUNCTIONS(TimelineLateLane)

public:
    static constexpr int height = 16;

    /// Creates a strip with its top edge at `top` and its columns aligned with `plot`.
    TimelineLateLane(
        const Theme& theme, const QRect& plot, int top, const TimelineScale& scale, const TimelineLateness& lateness);

    void paint(QPainter& painter) const;
    /// Returns the tooltip rows for an instant; empty if there is no data.
    static std::vector<TooltipRow> rowsAt(const TimelineLateness& lateness, TimePoint at);
    /// Returns descriptions of the lateness at an instant, for screen readers.
    static QStringList wordsAt(const TimelineLateness& lateness, TimePoint at);
    /// Returns an explanation if the strip has no columns; otherwise, an empty string.
    QString emptyWords() const;
    QRectF rectOf(const TimelineLateness::Column& column) const;

private:
    const Theme& m_theme;
    QRect m_strip;
    TimelineScale m_scale;
    const TimelineLateness& m_lateness;
};

} // namespace dueline
