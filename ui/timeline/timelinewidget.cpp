// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinewidget.h"

#include "ui/timeline/timelineoverlay.h"

#include <QAccessible>
#include <QMouseEvent>

#include <cmath>

namespace dueline {

namespace {

constexpr int handleHit = 8; // to each side of a brush edge
constexpr int clickSlack = 4; // a press that moves less is a click

} // namespace

TimelineWidget::TimelineWidget(const Theme& theme, const Formatting& formatting, TimelineView& view, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_view(view)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Task timeline"));
    connect(&m_view, &TimelineView::rangeChanged, this, &TimelineWidget::viewChanged);
    connect(&m_theme, &Theme::changed, this, &TimelineWidget::refreshCache);
}

TimelinePainter TimelineWidget::painter() const { return {m_theme, m_formatting, size(), devicePixelRatioF()}; }

TimelineScale TimelineWidget::scale() const { return painter().scale(m_view.range()); }

Millis TimelineWidget::wantedSpan() const { return scale().barSpan(width() < 760 ? 14 : 7); }

TimeRange TimelineWidget::wantedRange() const { return scale().binned(wantedSpan()); }

void TimelineWidget::viewChanged()
{
    m_hoverBin.reset();
    m_hoverTask.reset();
    refreshCache();
    Q_EMIT dataWanted();
}

void TimelineWidget::refreshCache()
{
    m_cacheValid = false;
    update();
}

void TimelineWidget::setData(TimelineData data)
{
    if (data == m_data)
        return;
    m_data = std::move(data);
    if (m_hoverBin && *m_hoverBin >= m_data.bins.size())
        m_hoverBin.reset();
    if (m_hoverTask && *m_hoverTask >= m_data.tasks.size())
        m_hoverTask.reset();
    setAccessibleDescription(summary());
    refreshCache();
    if (m_brush)
        Q_EMIT brushChanged();
}

void TimelineWidget::setNow(TimePoint now)
{
    if (now == m_now)
        return;
    m_now = now;
    m_view.advance(now);
    refreshCache();
}

void TimelineWidget::setStale(bool stale)
{
    m_stale = stale;
    update();
}

void TimelineWidget::setLook(const TimelineLook& look)
{
    m_look = look;
    refreshCache();
}

void TimelineWidget::setBrush(std::optional<TimeRange> brush)
{
    if (brush && brush->isEmpty())
        brush.reset();
    if (brush == m_brush)
        return;
    m_brush = brush;
    update();
    Q_EMIT brushChanged();
}

qint64 TimelineWidget::brushedCount() const
{
    if (!m_brush)
        return 0;
    qint64 count = 0;
    for (const TimelineBin& bin : m_data.bins) {
        if (bin.from < m_brush->from || bin.to > m_brush->to)
            continue;
        for (const TaskState state : timelineBands) {
            if (!m_look.hidden.contains(state))
                count += bin.counts[state];
        }
    }
    return count;
}

void TimelineWidget::zoomToBrush()
{
    if (!m_brush)
        return;
    const TimeRange range = *m_brush;
    setBrush({});
    m_view.show(range);
}

void TimelineWidget::filterToBrush()
{
    if (m_brush)
        Q_EMIT filterRequested(*m_brush);
}

void TimelineWidget::zoomBy(double factor)
{
    const QRect plot = painter().plot();
    // About the keyboard cursor or now when they are in view, else about the middle.
    double x = plot.center().x();
    if (m_cursor && m_view.range().contains(*m_cursor))
        x = scale().x(*m_cursor);
    else if (m_view.range().contains(m_now))
        x = scale().x(m_now);
    m_view.show(scale().zoomed(x, factor));
}

void TimelineWidget::panBy(double shareOfView)
{
    m_view.show(scale().panned(shareOfView * painter().plot().width()), true);
}

QString TimelineWidget::summary() const
{
    QStringList parts;
    for (const TaskState state : timelineBands) {
        qint64 count = 0;
        for (const TimelineBin& bin : m_data.bins)
            count += bin.counts[state];
        if (count > 0)
            parts << tr("%1 %2", "state, count").arg(Formatting::stateWord(state), Formatting::count(count));
    }
    const TimeRange& range = m_view.range();
    return parts.isEmpty()
        ? tr("%1, no tasks").arg(m_formatting.range(range.from, range.to))
        : m_formatting.range(range.from, range.to) + QStringLiteral(", ") + parts.join(QStringLiteral(", "));
}

void TimelineWidget::paintEvent(QPaintEvent*)
{
    const TimelinePainter plotPainter = painter();
    const QRect plot = plotPainter.plot();
    const qreal ratio = devicePixelRatioF();
    if (!m_cacheValid || m_cache.size() != size() * ratio) {
        m_cache = QPixmap(size() * ratio);
        m_cache.setDevicePixelRatio(ratio);
        m_cache.fill(m_theme.tokens().surface);
        QPainter cache(&m_cache);
        plotPainter.paintPlot(cache, m_data, m_view.range(), m_now, m_look);
        m_cacheValid = true;
    }
    QPainter p(this);
    p.fillRect(rect(), m_theme.tokens().surface);
    if (m_stale)
        p.setOpacity(0.55);
    p.drawPixmap(0, 0, m_cache);
    const TimelineOverlay overlay(m_theme, m_formatting, plot, scale());
    if (m_brush)
        overlay.paintBrush(p, *m_brush);
    overlay.paintNow(p, m_now);
    if (m_hoverTask) {
        const auto [laneOf, count] = TimelinePainter::lanes(m_data, scale(), m_now);
        overlay.paintOutline(p,
            plotPainter.taskRect(m_data.tasks[*m_hoverTask], laneOf[*m_hoverTask], count, m_view.range(), m_now)
                .adjusted(-1, -1, 1, 1));
    }
    std::optional<std::size_t> marked = m_hoverBin;
    if (!marked && hasFocus() && m_cursor)
        marked = binAt({scale().x(*m_cursor), double(plot.bottom())});
    if (marked && m_drag == Drag::None) {
        const TimelineBin& bin = m_data.bins[*marked];
        overlay.paintOutline(p, plotPainter.stackRect(m_data, bin, m_view.range(), m_look));
        overlay.paintTooltip(p, bin, m_look);
    }
    if (hasFocus())
        overlay.paintFocus(p, size());
}

void TimelineWidget::resizeEvent(QResizeEvent*)
{
    refreshCache();
    Q_EMIT dataWanted();
}

std::optional<std::size_t> TimelineWidget::binAt(QPointF position) const
{
    const QRect plot = painter().plot();
    if (!m_data.tasks.empty() || position.x() < plot.left() || position.x() > plot.right() || position.y() < plot.top()
        || position.y() > height())
        return {};
    const TimePoint at = scale().at(position.x());
    for (std::size_t i = 0; i < m_data.bins.size(); ++i) {
        if (at >= m_data.bins[i].from && at < m_data.bins[i].to)
            return i;
    }
    return {};
}

std::optional<std::size_t> TimelineWidget::taskAt(QPointF position) const
{
    if (m_data.tasks.empty())
        return {};
    const TimelinePainter p = painter();
    const auto [laneOf, count] = TimelinePainter::lanes(m_data, scale(), m_now);
    for (std::size_t i = 0; i < m_data.tasks.size(); ++i) {
        const QRectF rect = p.taskRect(m_data.tasks[i], laneOf[i], count, m_view.range(), m_now);
        if (!m_look.hidden.contains(m_data.tasks[i].state) && rect.adjusted(-2, -2, 2, 2).contains(position))
            return i;
    }
    return {};
}

TimelineWidget::Drag TimelineWidget::handleAt(QPointF position) const
{
    if (!m_brush || position.y() < painter().plot().top())
        return Drag::None;
    const double left = std::abs(position.x() - scale().x(m_brush->from));
    const double right = std::abs(position.x() - scale().x(m_brush->to));
    if (std::min(left, right) > handleHit)
        return Drag::None;
    return left < right ? Drag::BrushLeft : Drag::BrushRight;
}

void TimelineWidget::wheelEvent(QWheelEvent* event)
{
    const QPoint delta = event->angleDelta();
    if (event->modifiers() & Qt::ShiftModifier || std::abs(delta.x()) > std::abs(delta.y())) {
        const int amount = std::abs(delta.x()) > std::abs(delta.y()) ? delta.x() : delta.y();
        m_view.show(scale().panned(-amount), true);
    } else if (delta.y() != 0) {
        m_view.show(scale().zoomed(event->position().x(), std::pow(0.8, delta.y() / 120.0)), true);
    }
    event->accept();
}

void TimelineWidget::mousePressEvent(QMouseEvent* event)
{
    m_dragFrom = event->position();
    m_dragAnchor = scale().at(event->position().x());
    m_dragRange = m_view.range();
    if (event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier))
        m_drag = Drag::Pan;
    else if (event->button() == Qt::LeftButton)
        m_drag = handleAt(event->position()) != Drag::None ? handleAt(event->position()) : Drag::Brush;
    if (m_drag == Drag::Pan)
        setCursor(Qt::ClosedHandCursor);
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF position = event->position();
    if (m_drag == Drag::None) {
        const auto bin = binAt(position);
        const auto task = taskAt(position);
        if (bin != m_hoverBin || task != m_hoverTask) {
            m_hoverBin = bin;
            m_hoverTask = task;
            setToolTip(task ? taskWords(m_data.tasks[*task]).toHtmlEscaped() : QString());
            update();
        }
        setCursor(handleAt(position) != Drag::None ? Qt::SizeHorCursor
                : task                             ? Qt::PointingHandCursor
                                                   : Qt::ArrowCursor);
        return;
    }
    m_hoverBin.reset();
    if (m_drag == Drag::Pan) {
        const TimelineScale start = painter().scale(m_dragRange);
        m_view.show(start.panned(m_dragFrom.x() - position.x()), true);
        return;
    }
    const QRect plot = painter().plot();
    const TimePoint at = scale().at(std::clamp(position.x(), double(plot.left()), double(plot.right() + 1)));
    if (m_drag == Drag::Brush) {
        if (std::abs(position.x() - m_dragFrom.x()) >= clickSlack)
            setBrush(TimeRange{std::min(at, m_dragAnchor), std::max(at, m_dragAnchor)});
    } else if (m_brush) {
        const TimePoint other = m_drag == Drag::BrushLeft ? m_brush->to : m_brush->from;
        if ((m_drag == Drag::BrushLeft && at > other) || (m_drag == Drag::BrushRight && at < other))
            m_drag = m_drag == Drag::BrushLeft ? Drag::BrushRight : Drag::BrushLeft;
        setBrush(TimeRange{std::min(at, other), std::max(at, other)});
    }
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    unsetCursor();
    const bool click = (event->position() - m_dragFrom).manhattanLength() < clickSlack;
    if (drag != Drag::Brush || !click)
        return;
    if (const auto task = taskAt(event->position())) {
        Q_EMIT taskActivated(m_data.tasks[*task]);
        return;
    }
    setBrush({});
    m_cursor = scale().at(event->position().x());
    describeCursor();
    update();
}

void TimelineWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto bin = binAt(event->position()))
        m_view.show({m_data.bins[*bin].from, m_data.bins[*bin].to});
}

void TimelineWidget::leaveEvent(QEvent*)
{
    m_hoverBin.reset();
    m_hoverTask.reset();
    update();
}

void TimelineWidget::focusInEvent(QFocusEvent*)
{
    if (!m_cursor || !m_view.range().contains(*m_cursor))
        m_cursor = m_view.range().contains(m_now) ? m_now : m_view.range().from + m_view.range().length() / 2;
    describeCursor();
    update();
}

void TimelineWidget::focusOutEvent(QFocusEvent*) { update(); }

void TimelineWidget::keyPressEvent(QKeyEvent* event)
{
    const bool extend = event->modifiers() & Qt::ShiftModifier;
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-1, extend);
    case Qt::Key_Right:
        return moveCursor(1, extend);
    case Qt::Key_PageUp:
        return panBy(-0.8);
    case Qt::Key_PageDown:
        return panBy(0.8);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(0.5);
    case Qt::Key_Minus:
        return zoomBy(2);
    case Qt::Key_Home:
        m_cursor = m_now;
        m_view.follow(m_now);
        return describeCursor();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return filterToBrush();
    case Qt::Key_Escape:
        if (m_brush)
            return setBrush({});
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void TimelineWidget::moveCursor(int bins, bool extend)
{
    const Millis span = m_data.span.count() > 0 ? m_data.span : wantedSpan();
    const TimePoint start = m_cursor.value_or(m_now);
    const TimePoint moved = start + span * bins;
    m_cursor = moved;
    if (extend) {
        const TimeRange old = m_brush.value_or(TimeRange{start, start});
        // The end nearer to the cursor moves.
        const bool atStart = std::abs((start - old.from).count()) < std::abs((start - old.to).count());
        const TimePoint fixed = atStart ? old.to : old.from;
        setBrush(TimeRange{std::min(fixed, moved), std::max(fixed, moved)});
    }
    if (!m_view.range().contains(moved))
        m_view.show(scale().panned((moved < m_view.range().from ? -0.5 : 0.5) * painter().plot().width()), true);
    describeCursor();
    update();
}

void TimelineWidget::describeCursor()
{
    if (!m_cursor)
        return;
    for (const TimelineBin& bin : m_data.bins) {
        if (*m_cursor < bin.from || *m_cursor >= bin.to)
            continue;
        QStringList words{m_formatting.range(bin.from, bin.to)};
        for (const TaskState state : timelineBands) {
            if (bin.counts[state] > 0)
                words << tr("%1 %2", "state, count")
                             .arg(Formatting::stateWord(state), Formatting::count(bin.counts[state]));
        }
        if (words.size() == 1)
            words << tr("no tasks");
        const QString text = words.join(QStringLiteral(", "));
        QAccessibleValueChangeEvent change(this, text);
        QAccessible::updateAccessibility(&change);
        Q_EMIT cursorDescribed(text);
        return;
    }
}

QString TimelineWidget::taskWords(const TimelineTask& task) const
{
    const QString id = QString::fromUtf8(task.id.left(120));
    if (task.state == TaskState::Leased)
        return tr("%1: leased until %2").arg(id, m_formatting.clock(task.at, Millis(1000)));
    return tr("%1: %2, %3").arg(id, Formatting::stateWord(task.state), m_formatting.instant(task.at, m_now));
}

} // namespace dueline
