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

/// What hand and keyboard do on a timeline. The wheel zooms about the pointer and, with Shift, pans; dragging in the
/// plot brushes, on the axis or with Shift or the middle button it pans; a double click zooms into a bar, a click on a
/// task or a mark activates it. Left and Right move a cursor from bar to bar, or from task to task, and with Shift
/// brush; Down and Up go to the next and the former mark; + and - zoom, 0 fits, Home goes to now, PgUp and PgDn page,
/// Enter filters or activates, Escape clears the brush.
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
    /// Whether the key meant something.
    bool key(const QKeyEvent& event);
    /// Data or view changed below the pointer, which stands still.
    void lookAgain();

    bool isDragging() const { return m_drag != Drag::None; }
    /// Below the pointer, else at the keyboard's cursor while the widget has the focus; nothing while dragging.
    std::optional<std::size_t> markedBin() const;
    std::optional<std::size_t> markedTask() const;
    /// The marks below the pointer, else the place of the one that the keyboard has gone to.
    std::optional<TimelineMarkLane::Group> markedMarks(const TimelineMarkLane& lane) const;
    /// The mark that the keyboard has gone to, by its number, while the widget has the focus and no pointer is on one.
    std::optional<std::size_t> cursorMark() const;
    /// The keyboard's cursor.
    std::optional<TimePoint> cursor() const { return m_cursor; }
    /// Where the pointer is in the plot, unless it moves the view.
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
    TaskId m_cursorTask; ///< while single tasks are drawn
    std::optional<TimelineMark> m_cursorMark;
    bool m_hoversMark = false;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    TimePoint m_dragAnchor{};
    TimeRange m_dragRange;
};

} // namespace dueline
