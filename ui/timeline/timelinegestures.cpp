// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinegestures.h"

#include "ui/timeline/timelinewidget.h"

#include <QMouseEvent>

#include <cmath>
#include <utility>

namespace dueline {

namespace {

constexpr int handleHit = 8; // maximum distance in pixels at which a brush's edge can be grabbed
constexpr int clickSlack = 4; // minimum length of a drag in pixels; anything shorter is a click

} // namespace

TimelineGestures::TimelineGestures(TimelineWidget& widget, TimelineView& view)
    : m_widget(widget)
    , m_view(view)
{ }

std::optional<std::size_t> TimelineGestures::markedBin() const
{
    if (isDragging() || markedTask())
        return {};
    if (m_hoverBin)
        return m_hoverBin;
    return m_widget.hasFocus() && m_cursor ? m_widget.binAt(*m_cursor) : std::nullopt;
}

std::optional<QPointF> TimelineGestures::pointer() const
{
    return m_drag != Drag::Pan && m_pointer && m_widget.plot().contains(m_pointer->toPoint()) ? m_pointer
                                                                                              : std::nullopt;
}

std::optional<std::size_t> TimelineGestures::chosenMark() const
{
    const std::vector<TimelineMark>& marks = m_widget.marks();
    const auto found = m_cursorMark ? std::find(marks.begin(), marks.end(), *m_cursorMark) : marks.end();
    return found == marks.end() ? std::nullopt : std::optional(std::size_t(found - marks.begin()));
}

std::optional<std::size_t> TimelineGestures::cursorMark() const
{
    return m_widget.hasFocus() && !m_hoversMark && !isDragging() ? chosenMark() : std::nullopt;
}

std::optional<TimelineMarkLane::Group> TimelineGestures::markedMarks(const TimelineMarkLane& lane) const
{
    if (isDragging())
        return {};
    if (m_hoversMark && m_pointer)
        return lane.groupAt(*m_pointer);
    const std::optional<std::size_t> chosen = m_hoverBin || m_hoverTask ? std::nullopt : cursorMark();
    return chosen ? lane.groupOf(*chosen) : std::nullopt;
}

std::optional<std::size_t> TimelineGestures::markedTask() const
{
    if (isDragging())
        return {};
    if (m_hoverTask)
        return m_hoverTask;
    const std::vector<TimelineTask>& tasks = m_widget.data().tasks;
    if (!m_widget.hasFocus() || m_cursorTask.isEmpty() || m_hoverBin || !m_widget.showsTasks())
        return {};
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (tasks[i].id == m_cursorTask)
            return i;
    }
    return {};
}

TimelineGestures::Drag TimelineGestures::handleAt(QPointF position) const
{
    const auto brush = m_widget.brush();
    if (!brush || position.y() < m_widget.plot().top())
        return Drag::None;
    const double left = std::abs(position.x() - m_widget.scale().x(brush->from));
    const double right = std::abs(position.x() - m_widget.scale().x(brush->to));
    if (std::min(left, right) > handleHit)
        return Drag::None;
    return left < right ? Drag::BrushLeft : Drag::BrushRight;
}

/// Returns whether a drag that starts at this position pans the view. Dragging below the plot does.
bool TimelineGestures::pansAt(QPointF position) const { return position.y() > m_widget.plot().bottom() + 1; }

void TimelineGestures::wheel(QWheelEvent& event)
{
    const QPoint delta = event.angleDelta();
    const bool sideways = std::abs(delta.x()) > std::abs(delta.y());
    if (event.modifiers() & Qt::ShiftModifier || sideways)
        m_view.show(m_widget.scale().panned(-(sideways ? delta.x() : delta.y())), true);
    else if (delta.y() != 0)
        m_view.show(m_widget.scale().zoomed(event.position().x(), std::pow(0.8, delta.y() / 120.0)), true);
    event.accept();
}

void TimelineGestures::press(const QMouseEvent& event)
{
    m_dragFrom = event.position();
    m_dragAnchor = m_widget.scale().at(event.position().x());
    m_dragRange = m_view.range();
    if (event.button() == Qt::MiddleButton
        || (event.button() == Qt::LeftButton && (event.modifiers() & Qt::ShiftModifier || pansAt(event.position()))))
        m_drag = Drag::Pan;
    else if (event.button() == Qt::LeftButton)
        m_drag = handleAt(event.position()) != Drag::None ? handleAt(event.position()) : Drag::Brush;
    if (m_drag == Drag::Pan)
        m_widget.setCursor(Qt::ClosedHandCursor);
}

void TimelineGestures::move(const QMouseEvent& event)
{
    const QPointF position = event.position();
    m_pointer = position;
    if (m_drag == Drag::None)
        return showPointer(position);
    if (m_drag == Drag::Pan) {
        const TimelineScale start(m_dragRange, m_widget.plot().left(), m_widget.plot().width());
        m_view.show(start.panned(m_dragFrom.x() - position.x()), true);
        return;
    }
    const QRect plot = m_widget.plot();
    const TimePoint at = m_widget.scale().at(std::clamp(position.x(), double(plot.left()), double(plot.right() + 1)));
    if (m_drag == Drag::Brush) {
        if (std::abs(position.x() - m_dragFrom.x()) >= clickSlack)
            m_widget.setBrush(TimeRange{std::min(at, m_dragAnchor), std::max(at, m_dragAnchor)});
        return;
    }
    const auto brush = m_widget.brush();
    if (!brush)
        return;
    const TimePoint other = m_drag == Drag::BrushLeft ? brush->to : brush->from;
    if ((m_drag == Drag::BrushLeft && at > other) || (m_drag == Drag::BrushRight && at < other))
        m_drag = m_drag == Drag::BrushLeft ? Drag::BrushRight : Drag::BrushLeft;
    m_widget.setBrush(TimeRange{std::min(at, other), std::max(at, other)});
}

void TimelineGestures::showPointer(QPointF position)
{
    const auto task = m_widget.taskAt(position);
    const bool inPlot = m_widget.plot().contains(position.toPoint());
    const auto bin = inPlot ? m_widget.binAt(m_widget.scale().at(position.x())) : std::nullopt;
    m_hoverBin = bin;
    m_hoverTask = task;
    m_hoversMark = m_widget.markLane().groupAt(position).has_value();
    m_widget.update(); // the crosshair follows the pointer
    m_widget.setCursor(handleAt(position) != Drag::None ? Qt::SizeHorCursor
            : task || m_hoversMark                      ? Qt::PointingHandCursor
            : pansAt(position)                          ? Qt::OpenHandCursor
                                                        : Qt::ArrowCursor);
}

void TimelineGestures::lookAgain()
{
    m_hoverBin.reset();
    m_hoverTask.reset();
    m_hoversMark = false;
    if (m_pointer && m_drag == Drag::None)
        showPointer(*m_pointer);
}

void TimelineGestures::release(const QMouseEvent& event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_widget.unsetCursor();
    m_widget.update();
    const bool click = (event.position() - m_dragFrom).manhattanLength() < clickSlack;
    if (drag == Drag::Pan && click) {
        if (const auto marks = m_widget.markLane().groupAt(event.position())) {
            m_cursorMark = m_widget.marks()[marks->first];
            return activate();
        }
    }
    if (drag != Drag::Brush || !click)
        return;
    m_cursorMark.reset();
    if (const auto task = m_widget.taskAt(event.position())) {
        m_cursorTask = m_widget.data().tasks[*task].id;
        return activate();
    }
    m_widget.setBrush({});
    m_cursor = m_widget.scale().at(event.position().x());
    m_cursorTask.clear();
    describeCursor();
}

void TimelineGestures::doubleClick(const QMouseEvent& event)
{
    if (!m_widget.plot().contains(event.position().toPoint()) || m_widget.taskAt(event.position()))
        return;
    if (const auto bin = m_widget.binAt(m_widget.scale().at(event.position().x()))) {
        const TimelineBin& chosen = m_widget.data().bins[*bin];
        m_view.show({chosen.from, chosen.to});
    }
}

void TimelineGestures::leave()
{
    m_pointer.reset();
    m_hoverBin.reset();
    m_hoverTask.reset();
    m_hoversMark = false;
    m_widget.update();
}

void TimelineGestures::focus()
{
    const TimeRange& range = m_view.range();
    if (!m_cursor || !range.contains(*m_cursor))
        m_cursor = range.contains(m_widget.now()) ? m_widget.now() : range.from + range.length() / 2;
    describeCursor();
    m_widget.update();
}

bool TimelineGestures::key(const QKeyEvent& event)
{
    const bool extend = event.modifiers() & Qt::ShiftModifier;
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    switch (event.key()) {
    case Qt::Key_Left:
        moveCursor(-1, extend);
        return true;
    case Qt::Key_Right:
        moveCursor(1, extend);
        return true;
    case Qt::Key_Down:
    case Qt::Key_BracketRight:
        return moveToMark(1);
    case Qt::Key_Up:
    case Qt::Key_BracketLeft:
        return moveToMark(-1);
    case Qt::Key_PageUp:
        m_widget.panBy(-0.8);
        return true;
    case Qt::Key_PageDown:
        m_widget.panBy(0.8);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_widget.zoomBy(0.5);
        return true;
    case Qt::Key_Minus:
        m_widget.zoomBy(2);
        return true;
    case Qt::Key_0:
        Q_EMIT m_widget.fitRequested();
        return true;
    case Qt::Key_1:
    case Qt::Key_2:
    case Qt::Key_3:
        Q_EMIT m_widget.presetRequested(std::size_t(event.key() - Qt::Key_1));
        return true;
    case Qt::Key_Home:
        m_cursor = m_widget.now();
        m_cursorTask.clear();
        m_cursorMark.reset();
        m_view.follow(m_widget.now());
        describeCursor();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_widget.brush())
            m_widget.filterToBrush();
        else
            activate();
        return true;
    case Qt::Key_Escape:
        if (!m_widget.brush())
            return false;
        m_widget.setBrush({});
        return true;
    default:
        return false;
    }
}

void TimelineGestures::activate()
{
    if (const auto mark = chosenMark()) {
        const TimelineMark activated = m_widget.marks()[*mark]; // copied because a listener may replace the marks
        return Q_EMIT m_widget.markActivated(activated);
    }
    for (const TimelineTask& task : m_widget.data().tasks) {
        if (task.id == m_cursorTask)
            return Q_EMIT m_widget.taskActivated(task);
    }
}

/// Moves from the current mark, or from the cursor if there is none. Returns false if there are no marks in this
/// direction.
bool TimelineGestures::moveToMark(int steps)
{
    const std::vector<TimelineMark>& marks = m_widget.marks();
    std::ptrdiff_t place = 0;
    if (const auto chosen = chosenMark()) {
        place = std::ptrdiff_t(*chosen) + steps;
    } else {
        const TimePoint from = m_cursor.value_or(m_widget.now());
        const auto after = std::partition_point(
            marks.begin(), marks.end(), [from](const TimelineMark& mark) { return mark.at <= from; });
        place = after - marks.begin() - (steps < 0 ? 1 : 0);
    }
    if (place < 0 || place >= std::ptrdiff_t(marks.size()))
        return false;
    m_hoverBin.reset(); // the keyboard cursor replaces the hover state
    m_hoverTask.reset();
    m_hoversMark = false;
    m_cursorTask.clear();
    m_cursorMark = marks[std::size_t(place)];
    m_cursor = m_cursorMark->at;
    if (const TimeRange shown = m_view.range(); !shown.contains(*m_cursor))
        m_view.show({*m_cursor - shown.length() / 2, *m_cursor + shown.length() / 2}, true);
    describeCursor();
    m_widget.update();
    return true;
}

void TimelineGestures::moveCursor(int steps, bool extend)
{
    m_cursorMark.reset();
    m_hoverBin.reset(); // the keyboard cursor replaces the hover state
    m_hoverTask.reset();
    if (!extend && m_widget.showsTasks())
        return moveToTask(steps);
    const Millis span = m_widget.data().span.count() > 0 ? m_widget.data().span : m_widget.wantedSpan();
    const TimePoint start = m_cursor.value_or(m_widget.now());
    const TimePoint moved = start + span * steps;
    m_cursor = moved;
    m_cursorTask.clear();
    if (extend) {
        const TimeRange old = m_widget.brush().value_or(TimeRange{start, start});
        // Move whichever end is closer to the cursor.
        const bool atStart = std::abs((start - old.from).count()) < std::abs((start - old.to).count());
        const TimePoint fixed = atStart ? old.to : old.from;
        m_widget.setBrush(TimeRange{std::min(fixed, moved), std::max(fixed, moved)});
    }
    if (!m_view.range().contains(moved))
        m_view.show(
            m_widget.scale().panned((moved < m_view.range().from ? -0.5 : 0.5) * m_widget.plot().width()), true);
    describeCursor();
    m_widget.update();
}

/// Moves the cursor between tasks, which are sorted by time.
void TimelineGestures::moveToTask(int steps)
{
    const std::vector<TimelineTask>& tasks = m_widget.data().tasks;
    const auto at = std::find_if(
        tasks.begin(), tasks.end(), [this](const TimelineTask& task) { return task.id == m_cursorTask; });
    std::ptrdiff_t place = at - tasks.begin() + steps;
    // If no task is selected, or the selected task no longer exists, use the first task on that side of the cursor.
    if (at == tasks.end()) {
        const TimePoint from = m_cursor.value_or(m_widget.now());
        const auto after = std::partition_point(
            tasks.begin(), tasks.end(), [from](const TimelineTask& task) { return task.at < from; });
        place = after - tasks.begin() - (steps < 0 ? 1 : 0);
    }
    place = std::clamp<std::ptrdiff_t>(place, 0, std::ptrdiff_t(tasks.size()) - 1);
    m_cursorTask = tasks[std::size_t(place)].id;
    m_cursor = tasks[std::size_t(place)].at;
    if (const TimeRange shown = m_view.range(); !shown.contains(*m_cursor))
        m_view.show({*m_cursor - shown.length() / 2, *m_cursor + shown.length() / 2}, true);
    describeCursor();
    m_widget.update();
}

void TimelineGestures::describeCursor() const
{
    if (const auto mark = chosenMark())
        return m_widget.announce(m_widget.markWords(m_widget.marks()[*mark]));
    if (const auto task = markedTask())
        return m_widget.announce(m_widget.taskWords(m_widget.data().tasks[*task]));
    const auto bin = m_cursor ? m_widget.binAt(*m_cursor) : std::nullopt;
    if (bin)
        m_widget.announce(m_widget.barWords(*bin));
}

} // namespace dueline
