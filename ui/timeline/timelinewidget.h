// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"
#include "ui/timeline/timelineview.h"

#include <QPixmap>
#include <QWidget>

#include <optional>

namespace dueline {

/// The timeline: stacked bars per state over time, or single tasks when few are in view; now-line, brush, pointer and
/// keyboard cursor. Wheel zooms about the pointer, drag brushes, Shift+drag or the middle button pans, double click
/// zooms into a bar. It asks for what it needs by dataWanted and shows whatever setData() brings.
class TimelineWidget : public QWidget
{
    Q_OBJECT

public:
    TimelineWidget(const Theme& theme, const Formatting& formatting, TimelineView& view, QWidget* parent = nullptr);

    void setData(TimelineData data);
    const TimelineData& data() const { return m_data; }
    void setNow(TimePoint now);
    /// Dimmed: the data is from before the connection was lost.
    void setStale(bool stale);
    void setLook(const TimelineLook& look);
    const TimelineLook& look() const { return m_look; }

    std::optional<TimeRange> brush() const { return m_brush; }
    void setBrush(std::optional<TimeRange> brush);
    /// Tasks inside the brush, as far as the shown bins tell.
    qint64 brushedCount() const;
    void zoomToBrush();
    void filterToBrush();

    void zoomBy(double factor);
    void panBy(double shareOfView);
    /// The bins that are needed to paint the current view.
    TimeRange wantedRange() const;
    Millis wantedSpan() const;

    /// The whole picture in words, for screen readers.
    QString summary() const;
    QSize minimumSizeHint() const override { return {320, 140}; }
    QSize sizeHint() const override { return {960, 200}; }

Q_SIGNALS:
    void dataWanted();
    void brushChanged();
    void filterRequested(dueline::TimeRange range);
    void taskActivated(const dueline::TimelineTask& task);
    void cursorDescribed(const QString& words);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;

private:
    enum class Drag : quint8 { None, Brush, BrushLeft, BrushRight, Pan };

    TimelinePainter painter() const;
    TimelineScale scale() const;
    void viewChanged();
    void refreshCache();
    std::optional<std::size_t> binAt(QPointF position) const;
    std::optional<std::size_t> taskAt(QPointF position) const;
    Drag handleAt(QPointF position) const;
    void moveCursor(int bins, bool extend);
    void describeCursor();
    QString taskWords(const TimelineTask& task) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    TimelineView& m_view;
    TimelineData m_data;
    TimelineLook m_look;
    TimePoint m_now{};
    bool m_stale = false;
    std::optional<TimeRange> m_brush;
    std::optional<std::size_t> m_hoverBin;
    std::optional<std::size_t> m_hoverTask;
    std::optional<TimePoint> m_cursor; ///< keyboard
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    TimePoint m_dragAnchor{};
    TimeRange m_dragRange;
    QPixmap m_cache;
    bool m_cacheValid = false;
};

} // namespace dueline
