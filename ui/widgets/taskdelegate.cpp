// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/taskdelegate.h"

#include "core/base/text.h"
#include "ui/models/tasktablemodel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/statetile.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

namespace dueline {

namespace {

constexpr int padding = 8;

void drawElided(QPainter& painter, const QRect& area, const QString& text, int alignment = Qt::AlignLeft)
{
    painter.drawText(area, alignment | Qt::AlignVCenter | Qt::TextSingleLine,
        painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
}

/// `#9f31c2` of a long unique part: its end, where generated ids differ.
QString shortUnique(const TaskId& id)
{
    const qsizetype hash = id.indexOf('#');
    if (hash < 0)
        return {};
    const QByteArray unique = id.mid(hash + 1);
    return u'#'
        + printable(unique.size() > 16 ? unique.left(12) + "…"
                : unique.size() == 16  ? unique.right(6)
                                       : unique,
            24);
}

} // namespace

TaskDelegate::TaskDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

QSize TaskDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {80, rowHeight}; }

void TaskDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Tokens& t = m_theme.tokens();
    const bool selected = option.state & QStyle::State_Selected;
    const bool active = option.state & QStyle::State_Active && option.widget && option.widget->hasFocus();
    painter->save();
    if (selected)
        painter->fillRect(option.rect, active ? t.tint : t.hover);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, t.sunken);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.line);
    if (selected && index.column() == TaskTableModel::Tick)
        painter->fillRect(
            QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), active ? t.accent : t.control);

    const QRect cell = option.rect.adjusted(padding, 0, -padding, -1);
    const QVariant held = index.data(TaskTableModel::TaskRole);
    if (!held.isValid()) {
        if (index.column() == TaskTableModel::Type || index.column() == TaskTableModel::Details) {
            // A quiet bar where text will be: the row is there, its page is on the way.
            const int width = index.column() == TaskTableModel::Type ? cell.width() / 2 : cell.width() / 3;
            painter->fillRect(QRect(cell.left(), cell.center().y() - 3, width, 6), t.hover);
        }
        painter->restore();
        return;
    }
    const Task task = held.value<Task>();
    const QString text = index.data(Qt::DisplayRole).toString();
    painter->setPen(t.text);
    painter->setFont(m_theme.font());
    switch (index.column()) {
    case TaskTableModel::Tick: {
        const QRectF box(option.rect.left() + 14.5, option.rect.center().y() - 6.5, 13, 13);
        const bool ticked = index.data(TaskTableModel::TickedRole).toBool();
        painter->setRenderHint(QPainter::Antialiasing, true);
        painter->setPen(QPen(ticked ? t.accent : t.control, 1));
        painter->setBrush(ticked ? t.accent : t.surface);
        painter->drawRoundedRect(box, 3, 3);
        if (ticked) {
            const qreal ratio = painter->device()->devicePixelRatioF();
            painter->drawPixmap(
                box.topLeft() + QPointF(1, 1), m_theme.pixmap(QStringLiteral("check"), t.onAccent, 11, ratio));
        }
        break;
    }
    case TaskTableModel::State:
        paintStateTile(*painter, m_theme, QPointF(cell.left(), cell.center().y() - 7), 16, task.state);
        drawElided(*painter, cell.adjusted(24, 0, 0, 0), text);
        break;
    case TaskTableModel::Type: {
        painter->setFont(m_theme.font(0, QFont::DemiBold));
        const QString type = printable(typeOf(task.id), 80);
        const QString unique = shortUnique(task.id);
        const int typeWidth = std::min(painter->fontMetrics().horizontalAdvance(type) + 2, cell.width());
        drawElided(*painter, QRect(cell.left(), cell.top(), typeWidth, cell.height()), type);
        painter->setFont(m_theme.mono());
        painter->setPen(t.text3);
        const QRect rest = cell.adjusted(typeWidth + 6, 0, 0, 0);
        if (rest.width() > 24)
            drawElided(*painter, rest, unique);
        break;
    }
    case TaskTableModel::Details:
        if (task.state == TaskState::Leased || task.error.isEmpty())
            painter->setPen(t.text2);
        if (task.state != TaskState::Leased && task.error.isEmpty())
            painter->setFont(m_theme.mono());
        drawElided(*painter, cell, text);
        break;
    case TaskTableModel::When:
        if (task.state == TaskState::Due) {
            painter->setFont(m_theme.font(0, QFont::DemiBold));
            painter->setPen(t.of(TaskState::Due).text);
        }
        drawElided(*painter, cell, text, Qt::AlignRight);
        break;
    case TaskTableModel::DueTime:
        painter->setFont(m_theme.font(-1));
        painter->setPen(t.text2);
        drawElided(*painter, cell, text, Qt::AlignRight);
        break;
    case TaskTableModel::Attempts:
        paintAttemptPips(*painter, m_theme, cell, task.attempt, task.maxAttempts, task.state);
        break;
    default:
        break;
    }
    painter->restore();
}

bool TaskDelegate::editorEvent(
    QEvent* event, QAbstractItemModel*, const QStyleOptionViewItem&, const QModelIndex& index)
{
    if (index.column() != TaskTableModel::Tick || event->type() != QEvent::MouseButtonRelease)
        return false;
    Q_EMIT tickToggled(index);
    return true;
}

} // namespace dueline
