// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/jsondelegate.h"

#include "ui/inspector/jsontreemodel.h"
#include "ui/theme/jsonink.h"
#include "ui/theme/theme.h"
#include "ui/widgets/focusframe.h"

#include <QPainter>

namespace dueline {

JsonDelegate::JsonDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

QSize JsonDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {120, rowHeight}; }

void JsonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Tokens& t = m_theme.tokens();
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, t.tint);
    painter->setFont(m_theme.mono());
    const QFontMetrics metrics = painter->fontMetrics();
    QRect area = option.rect.adjusted(2, 0, -4, 0);
    const QString key = index.data(JsonTreeModel::KeyRole).toString();
    if (!key.isEmpty()) {
        painter->setPen(t.jsonKey);
        const QString shown = metrics.elidedText(key, Qt::ElideRight, area.width() * 2 / 3);
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
        area.adjust(metrics.horizontalAdvance(shown) + 12, 0, 0, 0);
    }
    painter->setPen(jsonInk(JsonTree::Kind(index.data(JsonTreeModel::KindRole).toInt()), t));
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        metrics.elidedText(index.data(JsonTreeModel::ValueRole).toString(), Qt::ElideRight, area.width()));
    if (option.state & QStyle::State_HasFocus)
        paintFocusFrame(*painter, m_theme, option.rect);
    painter->restore();
}

} // namespace dueline
