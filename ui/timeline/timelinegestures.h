// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"
#include "ui/timeline/timelinemarklane.h"

#include <QPointF>

#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace dueline {

class TimelineView;
class TimelineWidget;

/// Mouse and keyboard gestures in a timeline. The wheel zooms around the pointer; with Shift, it pans. Dragging in the
/// plot brushes. Dragging on the axis, with Shift, or with the middle button pans. Double-clicking zooms into a bar.
/// Clicking a task or a mark activates it. Left and Right move a cursor by one bar or task; with Shift, they brush.
/// Down or ] moves to the next mark, Up or [ to the previous one. + and - zoom, 1, 2 and 3 select presets, 0 shows the
/// entire range, Home moves to the current time, PgUp and PgDn move by one page, Enter filters or activates, and Escape
/// removes the brush.
class TimelineGestures
{
public:
    TimelineGestures(TimelineWidget& widget, TimelineView& view);

    void wheel(QWheelEvent& event);
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void leave();
    void focus();
    /// Handles a key. Returns whether the key was used.
    bool key(const QKeyEvent& event);
    /// Updates the hover state after the data or the view has changed under a pointer that isn't moving.
    void lookAgain();

    bool isDragging() const { return m_drag != Drag::None; }
    /// Returns the bin under the pointer or, if the widget has the focus, at the keyboard cursor; nullopt while
    /// dragging.
    std::optional<std::size_t> markedBin() const;
    std::optional<std::size_t> markedTask() const;
    /// Returns the marks under the pointer, or the group that contains the mark selected with the keyboard.
    std::optional<TimelineMarkLane::Group> markedMarks(const TimelineMarkLane& lane) const;
    /// Returns the index of the mark selected with the keyboard if the widget has the focus and no mark is under the
    /// pointer.
    std::optional<std::size_t> cursorMark() const;
    /// Returns the instant at the keyboard cursor.
    std::optional<TimePoint> cursor() const { return m_cursor; }
    /// Returns the pointer's position in the widget; nullopt while dragging or if the pointer is outside.
    std::optional<QPointF> hover() const { return isDragging() ? std::nullopt : m_pointer; }
    /// Returns the pointer's position in the plot; nullopt while the view is being panned.
    std::optional<QPointF> pointer() const;

private:
    enum class Drag : quint8 { None, Brush, BrushLeft, BrushRight, Pan };

    Drag handleAt(QPointF position) const;
    bool pansAt(QPointF position) const;
    void showPointer(QPointF position);
    void moveCursor(int steps, bool extend);
    void moveToTask(int steps);
    bool moveToMark(int steps);
    std::optional<std::size_t> chosenMark() const;
    void describeCursor() const;
    void activate();

    TimelineWidget& m_widget;
    TimelineView& m_view;
    std::optional<QPointF> m_pointer;
    std::optional<std::size_t> m_hoverBin;
    std::optional<std::size_t> m_hoverTask;
    std::optional<TimePoint> m_cursor;
    TaskId m_cursorTask; ///< task at the cursor if tasks are drawn individually
    std::optional<TimelineMark> m_cursorMark;
    bool m_hoversMark = false;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    TimePoint m_dragAnchor{};
    TimeRange m_dragRange;
};

} // namespace dueline
