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

/// Timeline: bars over time, stacked by state, or individual tasks if there are only a few. It also shows a line at the
/// current time, a brush with its actions, the pointer, and a keyboard cursor (see TimelineGestures). It requests data
/// with dataWanted() and displays the data passed to setData().
class TimelineWidget : public QWidget
{
    Q_OBJECT

public:
    TimelineWidget(const Theme& theme, const Formatting& formatting, TimelineView& view, QWidget* parent = nullptr);

    void setData(TimelineData data);
    const TimelineData& data() const { return m_data; }
    /// Sets the marks, sorted by time, and the gaps in the window's recording. Their lane is hidden if no mark or gap
    /// is visible.
    void setMarks(std::vector<TimelineMark> marks, std::vector<RecordGap> gaps = {});
    const std::vector<TimelineMark>& marks() const { return m_marks; }
    TimelineMarkLane markLane() const { return {m_theme, plot(), scale(), m_marks, m_gaps}; }
    /// Sets the start delays. `isRecorded`: true if the layout records start delays; if false, the strip is hidden.
    void setLateness(std::vector<StatisticsBin> statistics, bool isRecorded);
    const TimelineLateness& lateness() const { return m_lateness; }
    /// Returns the lateness strip below the bars and the marks; nullopt if start delays aren't recorded.
    std::optional<TimelineLateLane> lateLane() const;
    void setNow(TimePoint now);
    TimePoint now() const { return m_now; }
    const Formatting& formatting() const { return m_formatting; }
    /// Sets whether the data is dimmed because it is from before the connection was lost.
    void setStale(bool stale);
    /// Sets the text that explains why nothing has been counted yet. It is shown in the plot and read by screen
    /// readers.
    void setAwaited(const QString& why);
    /// Returns whether the bars are from another zoom level and far too wide for the current one. If so, no bars are
    /// drawn until new data arrives. Returns false if the data is outdated, because no new data is expected then.
    bool isTooCoarse() const;
    void setLook(const TimelineLook& look);
    const TimelineLook& look() const { return m_look; }

    std::optional<TimeRange> brush() const { return m_brush; }
    void setBrush(std::optional<TimeRange> brush);
    /// Returns the number of listed tasks in the brush. Sets `exact` to false if a bar extends beyond the brush and was
    /// counted proportionally.
    qint64 brushedCount(bool* exact = nullptr) const;
    /// Sets the number of brushed tasks as counted by the table, which replaces brushedCount(). Any change to the brush
    /// resets it to nullopt: the table hasn't counted the tasks yet.
    void setBrushTasks(std::optional<qint64> tasks);
    void zoomToBrush();
    void filterToBrush();

    void zoomBy(double factor);
    void panBy(double shareOfView);
    /// Returns the range of bins needed to paint the current view.
    TimeRange wantedRange() const;
    Millis wantedSpan() const;

    QRect plot() const { return painter().plot(); }
    /// Returns the height in pixels of the lanes between the plot and the axis.
    int lanes() const;
    /// Returns the rectangle of the current time's label; empty if it isn't visible.
    QRect nowLabel() const;
    TimelineScale scale() const { return painter().scale(m_view.range()); }
    /// Returns whether tasks are drawn individually rather than counted in bars.
    bool showsTasks() const;
    /// Returns the number of tasks drawn in each state; see listedTotals() for the tasks in the table.
    StateCounts drawnTotals() const;
    std::optional<StateCounts> listedTotals() const;
    /// Returns the bar at an instant; nullopt while tasks are drawn individually.
    std::optional<std::size_t> binAt(TimePoint at) const;
    /// Returns the index of the individual task at a position in the widget.
    std::optional<std::size_t> taskAt(QPointF position) const;

    /// Returns a description of the entire timeline for screen readers.
    QString summary() const;
    /// Returns a description of a bin. `listed`: number of listed tasks in each state; null if all tasks are listed.
    QString binWords(const TimelineBin& bin, const StateCounts* listed = nullptr) const;
    /// Returns a description of the bar with this index.
    QString barWords(std::size_t bin) const;
    QString taskWords(const TimelineTask& task) const;
    QString markWords(const TimelineMark& mark) const;
    /// Announces the item at the cursor to screen readers and shows it in the status line.
    void announce(const QString& words);
    QSize minimumSizeHint() const override { return {320, 140}; }
    QSize sizeHint() const override { return {960, 200}; }

Q_SIGNALS:
    void dataWanted();
    void brushChanged();
    void filterRequested(dueline::TimeRange range);
    /// Requests the entire time range.
    void fitRequested();
    /// Requests the preset with this index in TimelinePane::presets.
    void presetRequested(std::size_t preset);
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
    std::ptrdiff_t gapsInView() const;
    QString gapWords(const RecordGap& gap) const;
    std::vector<TooltipRow> gapRows(const RecordGap& gap) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    TimelineView& m_view;
    TimelineData m_data;
    std::vector<TimelineMark> m_marks;
    std::vector<RecordGap> m_gaps;
    std::vector<StatisticsBin> m_statistics;
    bool m_recorded = false;
    TimelineLateness m_lateness;
    TimelineLook m_look;
    TimePoint m_now{};
    bool m_stale = false;
    QString m_awaited;
    std::optional<TimeRange> m_brush;
    std::optional<qint64> m_brushTasks; ///< number of brushed tasks as counted by the table
    TimelineGestures m_gestures;
    TimelineBrushBar* m_brushBar;
    QPixmap m_ground; ///< cached layers behind the brush
    QPixmap m_bars; ///< cached layers in front of the brush, with a transparent background
    bool m_cacheValid = false;
};

} // namespace dueline
