// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/taskdelegate.h"

#include "core/base/text.h"
#include "ui/models/tasktablemodel.h"
#include "ui/text/taskname.h"
#include "ui/theme/loadingblock.h"
#include "ui/theme/theme.h"
#include "ui/widgets/statetile.h"
#include "ui/widgets/tasks/taskheader.h"

#include <QPainter>

namespace dueline {

namespace {

constexpr int sidePadding = 8;
constexpr int typeGap = 6; ///< gap between the type and the short id, in pixels

void drawElided(QPainter& painter, const QRect& area, const QString& text, int alignment = Qt::AlignLeft)
{
    painter.drawText(area, alignment | Qt::AlignVCenter | Qt::TextSingleLine,
        painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
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
    else if (index.row() == m_hoveredRow)
        painter->fillRect(option.rect, t.sunken);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.line);
    if (selected && index.column() == TaskTableModel::Tick)
        painter->fillRect(
            QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), active ? t.accent : t.control);
    paintContent(*painter, option, index);
    painter->restore();
}

int TaskDelegate::taskWidth(const Task& task) const
{
    const int type = QFontMetrics(m_theme.font(0, QFont::DemiBold)).horizontalAdvance(printable(typeOf(task), 80)) + 2;
    const QString unique = shortUnique(task);
    return unique.isEmpty() ? type : type + typeGap + QFontMetrics(m_theme.mono()).horizontalAdvance(unique) + 1;
}

void TaskDelegate::paintContent(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Tokens& t = m_stale ? m_theme.staleTokens() : m_theme.tokens();
    const QRect cell = option.rect.adjusted(sidePadding, 0, -sidePadding, -1);
    const QVariant held = index.data(TaskTableModel::TaskRole);
    if (!held.isValid()) {
        if (index.column() == TaskTableModel::Type || index.column() == TaskTableModel::Details) {
            // The row exists, but its page is still loading.
            const int width = index.column() == TaskTableModel::Type ? cell.width() / 2 : cell.width() / 3;
            paintLoadingBlock(painter, t, QRectF(cell.left(), cell.center().y() - 3, width, 8), t.hover);
        }
        return;
    }
    const Task task = held.value<Task>();
    const QString text = index.data(Qt::DisplayRole).toString();
    painter.setPen(t.text);
    painter.setFont(m_theme.font());
    switch (index.column()) {
    case TaskTableModel::Tick:
        paintTick(painter, m_theme, option.rect,
            index.data(TaskTableModel::TickedRole).toBool() ? TickMark::Full : TickMark::Empty);
        break;
    case TaskTableModel::State:
        painter.setOpacity(m_stale ? t.staleOpacity() : 1);
        paintStateTile(painter, m_theme, QPointF(cell.left(), cell.center().y() - 7), 16, task.state);
        painter.setOpacity(1);
        drawElided(painter, cell.adjusted(24, 0, 0, 0), text);
        break;
    case TaskTableModel::Type: {
        painter.setFont(m_theme.font(0, QFont::DemiBold));
        const QString type = printable(typeOf(task), 80);
        const QString unique = shortUnique(task);
        const int typeWidth = std::min(painter.fontMetrics().horizontalAdvance(type) + 2, cell.width());
        drawElided(painter, QRect(cell.left(), cell.top(), typeWidth, cell.height()), type);
        painter.setFont(m_theme.mono());
        painter.setPen(t.text3);
        const QRect rest = cell.adjusted(typeWidth + typeGap, 0, 0, 0);
        if (rest.width() > 24)
            drawElided(painter, rest, unique);
        break;
    }
    case TaskTableModel::OwnQueue:
        painter.setPen(t.text2);
        drawElided(painter, cell, text);
        break;
    case TaskTableModel::Details: {
        const bool isPayload = task.state != TaskState::Leased && !TaskTableModel::tellsError(task);
        const bool hasBoth = !isPayload && !task.preview.isEmpty() && cell.width() >= payloadFrom;
        const int textWidth = hasBoth ? cell.width() / 2 : cell.width();
        if (task.state == TaskState::Leased || isPayload)
            painter.setPen(t.text2);
        if (isPayload)
            painter.setFont(m_theme.mono());
        drawElided(painter, QRect(cell.left(), cell.top(), textWidth, cell.height()), text);
        if (hasBoth) {
            painter.setPen(t.text2);
            painter.setFont(m_theme.mono());
            drawElided(painter, cell.adjusted(textWidth + sidePadding, 0, 0, 0), printable(task.preview, 300));
        }
        break;
    }
    case TaskTableModel::When:
        if (task.state == TaskState::Due) {
            painter.setFont(m_theme.font(0, QFont::DemiBold));
            painter.setPen(t.of(TaskState::Due).text);
        }
        drawElided(painter, cell, text, Qt::AlignRight);
        break;
    case TaskTableModel::DueTime:
        painter.setFont(m_theme.font(-1));
        painter.setPen(t.text2);
        drawElided(painter, cell, text, Qt::AlignRight);
        break;
    case TaskTableModel::Attempts:
        paintAttemptPips(painter, m_theme, cell, task.attempt, task.maxAttempts, task.state, m_stale);
        break;
    default:
        break;
    }
}

} // namespace dueline
