// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/offerdelegate.h"

#include "ui/text/elidedistinct.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int offerPadding = 10;
constexpr int countGap = 16;
constexpr int chosenBar = 3; ///< width in pixels of the bar on the selected row's left

QStringList textsOf(const QAbstractItemModel& model)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row, 0).data().toString();
    return texts;
}

} // namespace

OfferDelegate::OfferDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

int OfferDelegate::countWidth(const QAbstractItemModel& model) const
{
    const QFontMetrics metrics(m_theme.font(-1));
    int widest = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        widest = std::max(widest, metrics.horizontalAdvance(model.index(row, 0).data(CountRole).toString()));
    return widest > 0 ? widest + countGap : 0;
}

int OfferDelegate::widthOf(const QAbstractItemModel& model) const
{
    const QFontMetrics metrics(m_theme.font());
    int widest = 0;
    for (const QString& text : textsOf(model))
        widest = std::max(widest, metrics.horizontalAdvance(text));
    return widest + countWidth(model) + 2 * offerPadding + 6; // includes the list's frame
}

QSize OfferDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {60, rowHeight}; }

void OfferDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Tokens& t = m_theme.tokens();
    const QRect r = option.rect;
    const bool chosen = option.state & QStyle::State_Selected;
    painter->save();
    if (chosen) {
        painter->fillRect(r, t.tint2);
        painter->fillRect(QRect(r.left(), r.top(), chosenBar, r.height()), t.accent);
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(r, t.hover);
    }
    QRect words = r.adjusted(offerPadding, 0, -offerPadding, 0);
    painter->setFont(m_theme.font(-1));
    painter->setPen(chosen ? t.text : t.text2);
    painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, index.data(CountRole).toString());
    words.setRight(words.right() - countWidth(*index.model()));
    painter->setFont(m_theme.font());
    painter->setPen(t.text);
    const QStringList shown = elideDistinct(textsOf(*index.model()), QFontMetrics(m_theme.font()), words.width());
    painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown.value(index.row()));
    painter->restore();
}

} // namespace dueline
