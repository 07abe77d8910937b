// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinemark.h"
#include "ui/timeline/timelinegestures.h"
#include "ui/timeline/timelinelatelane.h"
#include "ui/timeline/timelinemarklane.h"
#include "ui/timeline/timelineoverlay.h"
#include "ui/timeline/timelinepainter.h"
#include "ui/timeline/timelineshares.h"
#include "ui/timeline/timelineview.h"

#include <QPixmap>
#include <QWidget>

#include <optional>

namespace dueline {

class TimelineBrushBar;

/// The timeline: stacked bars per state over time, or single tasks when few are in view; now-line, brush with what can
/// be done with it, pointer and keyboard cursor (see TimelineGestures). It asks for what it needs by dataWanted and
/// shows whatever setData() brings.
class TimelineWidget : public QWidget
{
    Q_OBJECT

public:
    TimelineWidget(const Theme& theme, const Formatting& formatting, TimelineView& view, QWidget* parent = nullptr);

    void setData(TimelineData data);
    const TimelineData& data() const { return m_data; }
    /// What happened besides tasks, in order of its instants. Without any in view there is no lane for them.
    void setMarks(std::vector<TimelineMark> marks);
    const std::vector<TimelineMark>& marks() const { return m_marks; }
    TimelineMarkLane markLane() const { return {m_theme, plot(), scale(), m_marks}; }
    /// How late tasks started; `isRecorded`: whether that is kept, `isShown`: whether there is a strip for it.
    void setLateness(std::vector<StatisticsBin> statistics, bool isRecorded, bool isShown);
    const TimelineLateness& lateness() const { return m_lateness; }
    /// Below the bars and their marks.
    std::optional<TimelineLateLane> lateLane() const;
    void setNow(TimePoint now);
    TimePoint now() const { return m_now; }
    const Formatting& formatting() const { return m_formatting; }
    /// Dimmed: the data is from before the connection was lost.
    void setStale(bool stale);
    /// What stands in the plot, and is told, while nothing was counted yet: why that is so.
    void setAwaited(const QString& why);
    /// Whether what it has are bars of another zoom, so much wider than those that are wanted that they would tell
    /// nothing: none is drawn until the answer. What is stale is drawn all the same, since none will come.
    bool isTooCoarse() const;
    void setLook(const TimelineLook& look);
    const TimelineLook& look() const { return m_look; }

    std::optional<TimeRange> brush() const { return m_brush; }
    void setBrush(std::optional<TimeRange> brush);
    /// Tasks inside the brush that the table lists. `exact` tells whether a bar that sticks out of it was counted by
    /// its share.
    qint64 brushedCount(bool* exact = nullptr) const;
    /// How many tasks of the brush the table has counted, which is told instead of brushedCount(); nullopt, and after
    /// each change of the brush: it has not.
    void setBrushTasks(std::optional<qint64> tasks);
    void zoomToBrush();
    void filterToBrush();

    void zoomBy(double factor);
    void panBy(double shareOfView);
    /// The bins that are needed to paint the current view.
    TimeRange wantedRange() const;
    Millis wantedSpan() const;

    QRect plot() const { return painter().plot(); }
    /// Pixels between the plot and the axis.
    int lanes() const;
    /// Where the words of the now line stand; empty: it is not in view.
    QRect nowLabel() const;
    TimelineScale scale() const { return painter().scale(m_view.range()); }
    /// Whether each task has a mark of its own; else they are counted in bars.
    bool showsTasks() const;
    /// How many tasks of each state are drawn, and how many of them the table lists.
    StateCounts drawnTotals() const;
    std::optional<StateCounts> listedTotals() const;
    /// The bar at an instant; none while single tasks are drawn.
    std::optional<std::size_t> binAt(TimePoint at) const;
    /// The single task below a place of the widget.
    std::optional<std::size_t> taskAt(QPointF position) const;

    /// The whole picture in words, for screen readers.
    QString summary() const;
    /// `listed`: how many of each state the table lists; null: all.
    QString binWords(const TimelineBin& bin, const StateCounts* listed = nullptr) const;
    /// Of a bar of the data, by its number.
    QString barWords(std::size_t bin) const;
    QString taskWords(const TimelineTask& task) const;
    QString markWords(const TimelineMark& mark) const;
    /// Tells screen readers and the status line where the cursor is.
    void announce(const QString& words);
    QSize minimumSizeHint() const override { return {320, 140}; }
    QSize sizeHint() const override { return {960, 200}; }

Q_SIGNALS:
    void dataWanted();
    void brushChanged();
    void filterRequested(dueline::TimeRange range);
    /// The request to see all there is.
    void fitRequested();
    void taskActivated(const dueline::TimelineTask& task);
    void markActivated(const dueline::TimelineMark& mark);
    void cursorDescribed(const QString& words);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void wheelEvent(QWheelEvent* event) override { m_gestures.wheel(*event); }
    void mousePressEvent(QMouseEvent* event) override { m_gestures.press(*event); }
    void mouseMoveEvent(QMouseEvent* event) override { m_gestures.move(*event); }
    void mouseReleaseEvent(QMouseEvent* event) override { m_gestures.release(*event); }
    void mouseDoubleClickEvent(QMouseEvent* event) override { m_gestures.doubleClick(*event); }
    void leaveEvent(QEvent*) override { m_gestures.leave(); }
    void keyPressEvent(QKeyEvent*) override;
    void focusInEvent(QFocusEvent*) override { m_gestures.focus(); }
    void focusOutEvent(QFocusEvent*) override
    {
        Q_EMIT cursorDescribed({});
        update();
    }

private:
    StateCounts totalsOfTasks(bool listedOnly) const;
    QString shareWords(const TimelineBin& bin, const std::vector<TimelineShare>& shares) const;
    TimelinePainter painter() const { return {m_theme, m_formatting, size(), devicePixelRatioF(), lanes()}; }
    void viewChanged();
    void refreshCache();
    void fillCache(const TimelinePainter& painter);
    void paintCrosshair(QPainter& p, const TimelinePainter& painter, const TimelineOverlay& overlay) const;
    void paintMarked(QPainter& p, const TimelinePainter& painter, const TimelineOverlay& overlay) const;
    bool paintMarkedMarks(QPainter& p, const TimelineOverlay& overlay) const;
    std::vector<TooltipRow> rowsOf(const TimelineTask& task) const;
    void placeBrushBar();
    int markLanes() const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    TimelineView& m_view;
    TimelineData m_data;
    std::vector<TimelineMark> m_marks;
    std::vector<StatisticsBin> m_statistics;
    bool m_recorded = false;
    bool m_showsLate = false;
    TimelineLateness m_lateness;
    TimelineLook m_look;
    TimePoint m_now{};
    bool m_stale = false;
    QString m_awaited;
    std::optional<TimeRange> m_brush;
    std::optional<qint64> m_brushTasks; ///< as the table has counted them
    TimelineGestures m_gestures;
    TimelineBrushBar* m_brushBar;
    QPixmap m_ground; ///< what lies below the brush
    QPixmap m_bars; ///< what lies above it, transparent elsewhere
    bool m_cacheValid = false;
};

} // namespace dueline
