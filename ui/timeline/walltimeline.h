// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/wallscale.h"
#include "ui/timeline/timelinepainter.h"

#include <QWidget>

namespace dueline {

/// Timeline of the wallboard: the same range as in the window, with bars that are wide enough to be seen from a
/// distance.
class WallTimeline : public QWidget
{
    Q_OBJECT

public:
    WallTimeline(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows the bars in `view`. Ignores filters and colors of groups.
    void tell(const TimelineData& data, TimeRange view, TimePoint now);
    void setScale(WallScale scale);
    void setStale(bool stale);
    /// Returns the displayed bars, which combine several bars of the window's timeline.
    const TimelineData& data() const { return m_shown; }
    /// Returns the bars combined so that each is at least `least` long. Combined bars begin at multiples of their
    /// length.
    static TimelineData combined(TimelineData data, Millis least);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    double magnification() const;
    TimelinePainter painter() const;
    void combine();
    void paintNow(QPainter& painter, const QRectF& plot, double x) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    TimelineData m_data;
    TimelineData m_shown;
    TimeRange m_view;
    TimePoint m_now{};
    WallScale m_scale;
    bool m_isStale = false;
};

} // namespace dueline
