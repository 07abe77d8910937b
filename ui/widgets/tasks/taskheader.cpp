// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/taskheader.h"

#include "ui/models/tasktablemodel.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace dueline {

void paintTick(QPainter& painter, const Theme& theme, const QRect& cell, TickMark mark)
{
    const Tokens& t = theme.tokens();
    const QRectF box(cell.left() + 14.5, cell.center().y() - 6.5, 13, 13);
    const bool marked = mark != TickMark::Empty;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(marked ? t.accent : t.control, 1));
    painter.setBrush(marked ? t.accent : t.surface);
    painter.drawRoundedRect(box, 3, 3);
    if (mark == TickMark::Full) {
        const qreal ratio = painter.device()->devicePixelRatioF();
        painter.drawPixmap(box.topLeft() + QPointF(1, 1), theme.pixmap(QStringLiteral("check"), t.onAccent, 11, ratio));
    } else if (mark == TickMark::Some) {
        painter.fillRect(QRectF(box.left() + 3, box.center().y() - 1, 7, 2), t.onAccent);
    }
    painter.restore();
}

TaskHeader::TaskHeader(const Theme& theme, TaskTableModel& tasks, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_theme(theme)
    , m_tasks(tasks)
{
    setFixedHeight(28);
    setSectionsClickable(false);
    setHighlightSections(false);
    setMinimumSectionSize(24);
    connect(&tasks, &TaskTableModel::ticksChanged, viewport(), qOverload<>(&QWidget::update));
    onLanguageChange(this, [this] { tellOrder(); });
}

void TaskHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const Tokens& t = m_theme.tokens();
    painter->fillRect(rect, t.surface);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), t.line);
    if (section == TaskTableModel::Tick) {
        const auto ticked = m_tasks.ticked().size();
        paintTick(*painter, m_theme, rect,
            m_tasks.isAll()                    ? TickMark::Full
                : ticked == 0                  ? TickMark::Empty
                : ticked >= m_tasks.rowCount() ? TickMark::Full
                                               : TickMark::Some);
        return;
    }
    const bool ordered = section == orderedSection();
    painter->setFont(m_theme.font(-1, ordered ? QFont::DemiBold : QFont::Normal));
    painter->setPen(ordered ? t.text : t.text2);
    const int alignment = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
    const QString text = model()->headerData(section, Qt::Horizontal).toString();
    const QRect area = rect.adjusted(8, 0, -8, -1);
    painter->drawText(area, alignment | Qt::TextSingleLine, text);
    const int before = area.right() - painter->fontMetrics().horizontalAdvance(text) - 16;
    if (ordered && before >= rect.left())
        painter->drawPixmap(before, rect.center().y() - 6,
            m_theme.pixmap(isFalling() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-up"), t.text2, 12,
                painter->device()->devicePixelRatioF()));
}

/// Returns the section that shows the sort order. For the order by time, this is the column of absolute times, or of
/// relative times if that one is hidden.
int TaskHeader::orderedSection() const
{
    switch (m_order.by) {
    case TaskOrder::By::Type:
        return TaskTableModel::Type;
    case TaskOrder::By::Attempts:
        return TaskTableModel::Attempts;
    case TaskOrder::By::Added: // no column shows this order, only the menu
        return -1;
    case TaskOrder::By::Instant:
        break;
    }
    return isSectionHidden(TaskTableModel::DueTime) ? int(TaskTableModel::When) : int(TaskTableModel::DueTime);
}

/// Returns whether the order is descending: the latest, highest or alphabetically last task comes first.
bool TaskHeader::isFalling() const
{
    const bool mostFirst = m_order.by == TaskOrder::By::Attempts || m_order.by == TaskOrder::By::Added;
    return m_order.reversed != mostFirst;
}

void TaskHeader::tellOrder()
{
    const bool falls = isFalling();
    QHash<int, QString> words;
    switch (m_order.by) {
    case TaskOrder::By::Instant:
        words[TaskTableModel::When] = words[TaskTableModel::DueTime]
            = falls ? tr("Sorted by time, latest first") : tr("Sorted by time, earliest first");
        break;
    case TaskOrder::By::Type:
        words[TaskTableModel::Type] = falls ? tr("Sorted by type, Z to A") : tr("Sorted by type, A to Z");
        break;
    case TaskOrder::By::Attempts:
        words[TaskTableModel::Attempts]
            = falls ? tr("Sorted by attempts, most first") : tr("Sorted by attempts, fewest first");
        break;
    case TaskOrder::By::Added:
        break;
    }
    m_tasks.setHeadWords(words);
}

void TaskHeader::setOrder(TaskOrder order)
{
    if (order == m_order)
        return;
    m_order = order;
    tellOrder();
    viewport()->update();
}

void TaskHeader::askFor(int section)
{
    TaskOrder requested;
    if (section == TaskTableModel::Type)
        requested.by = TaskOrder::By::Type;
    else if (section == TaskTableModel::Attempts)
        requested.by = TaskOrder::By::Attempts;
    else if (section != TaskTableModel::When && section != TaskTableModel::DueTime)
        return;
    requested.reversed = requested.by != TaskOrder::By::Instant && requested == m_order;
    Q_EMIT orderRequested(requested);
}

void TaskHeader::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && logicalIndexAt(event->pos()) == TaskTableModel::Tick)
        Q_EMIT tickPressed();
    else if (event->button() == Qt::LeftButton)
        askFor(logicalIndexAt(event->pos()));
    QHeaderView::mouseReleaseEvent(event);
}

bool TaskHeader::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (logicalIndexAt(help->pos()) == TaskTableModel::Tick) {
            QToolTip::showText(help->globalPos(),
                m_tasks.ticked().isEmpty() ? tr("Select all (Ctrl+A)") : tr("Select none (Esc)"), this);
            return true;
        }
    }
    return QHeaderView::viewportEvent(event);
}

} // namespace dueline
