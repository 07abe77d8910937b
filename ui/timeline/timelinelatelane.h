// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinelateness.h"
#include "ui/timeline/timelineoverlay.h"

namespace dueline {

/// The strip below the bars that tells how late tasks are: a column per bar, on a logarithmic scale from 10 ms to a
/// day.
/// Filled: 95 % of those that started then were at most so late. Hatched: the first of those due then that still wait.
class TimelineLateLane
{
    Q_DECLARE_TR_FUNCTIONS(TimelineLateLane)

public:
    static constexpr int height = 16;

    /// `top`: where the strip begins; its columns stand below `plot`.
    TimelineLateLane(
        const Theme& theme, const QRect& plot, int top, const TimelineScale& scale, const TimelineLateness& lateness);

    void paint(QPainter& painter) const;
    /// What it tells of an instant, for a tooltip; none where there is nothing to tell.
    static std::vector<TooltipRow> rowsAt(const TimelineLateness& lateness, TimePoint at);
    /// The same for screen readers.
    static QStringList wordsAt(const TimelineLateness& lateness, TimePoint at);
    /// What stands in the strip where it has no column; empty: it has.
    QString emptyWords() const;
    QRectF rectOf(const TimelineLateness::Column& column) const;

private:
    const Theme& m_theme;
    QRect m_strip;
    TimelineScale m_scale;
    const TimelineLateness& m_lateness;
};

} // namespace dueline
