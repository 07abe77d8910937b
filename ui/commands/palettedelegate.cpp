// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/palettedelegate.h"

#include "ui/theme/theme.h"
#include "ui/widgets/statetile.h"

#include <QLineEdit>
#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int chosenEdge = 3; ///< width of the bar at the left of the selected row
constexpr int smallestTail = 32; ///< minimum width of the text after a row's text

PaletteDelegate::Kind kindOfRow(const QModelIndex& index)
{
    return PaletteDelegate::Kind(index.data(PaletteDelegate::KindRole).toInt());
}

/// Paints a text, elided to `area`. Returns the right edge of the text.
int paintElided(QPainter& painter, QRect area, const QString& text, const QFont& font, const QColor& color,
    Qt::Alignment side = Qt::AlignLeft)
{
    painter.setFont(font);
    painter.setPen(color);
    const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width());
    painter.drawText(area, int(side | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
    return area.left() + painter.fontMetrics().horizontalAdvance(shown);
}

/// Paints a text after another one that ends at `end`, if there is room.
void paintTail(QPainter& painter, QRect area, int end, const QString& text, const QFont& font, const QColor& color)
{
    area.setLeft(end + 8);
    if (!text.isEmpty() && area.width() >= smallestTail)
        paintElided(painter, area, text, font, color);
}

} // namespace

PaletteDelegate::PaletteDelegate(const Theme& theme, const QLineEdit& query, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
    , m_query(query)
{ }

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    if (kindOfRow(index) != Kind::Entry)
        return {200, 30};
    return {200, index.data(DetailRole).toString().isEmpty() ? 34 : 46};
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    if (kindOfRow(index) == Kind::Entry)
        paintEntry(*painter, option, index);
    else
        paintOther(*painter, option.rect.adjusted(margin, 0, -margin, 0), index);
    painter->restore();
}

/// Paints the text on the right. Returns the area that remains on its left.
QRect PaletteDelegate::paintHint(QPainter& painter, QRect area, const QString& hint) const
{
    if (hint.isEmpty())
        return area;
    const QFont font = m_theme.font(-1);
    const int width = std::min(QFontMetrics(font).horizontalAdvance(hint) + 1, area.width() / 2);
    const QRect right = area.adjusted(area.width() - width, 0, 0, 0);
    paintElided(painter, right, hint, font, m_theme.tokens().text3, Qt::AlignRight);
    return area.adjusted(0, 0, -width - 12, 0);
}

void PaletteDelegate::paintOther(QPainter& painter, QRect area, const QModelIndex& index) const
{
    const Tokens& t = m_theme.tokens();
    const QString text = index.data().toString();
    if (kindOfRow(index) == Kind::Note) {
        paintElided(painter, area, text, m_theme.font(), t.text2);
        return;
    }
    area = paintHint(painter, area, index.data(HintRole).toString());
    const int end = paintElided(painter, area, text, m_theme.font(-1, QFont::DemiBold), t.text2);
    paintTail(painter, area, end, index.data(TailRole).toString(), m_theme.font(-1), t.text3);
}

void PaletteDelegate::paintEntry(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Tokens& t = m_theme.tokens();
    const QRect row = option.rect;
    if (option.state & QStyle::State_Selected) {
        painter.fillRect(row, t.tint);
        painter.fillRect(QRect(row.left(), row.top(), chosenEdge, row.height()), t.accent);
    }
    const QString detail = index.data(DetailRole).toString();
    const QString icon = index.data(IconRole).toString();
    const QPoint corner(row.left() + margin, row.center().y() - 7);
    if (index.data(StateRole).isValid())
        paintStateTile(painter, m_theme, corner, 16, TaskState(index.data(StateRole).toInt()));
    else if (!icon.isEmpty())
        painter.drawPixmap(corner, m_theme.pixmap(icon, t.text2, 16, painter.device()->devicePixelRatioF()));
    QRect first = row.adjusted(textLeft, 0, -margin, 0);
    if (!detail.isEmpty()) {
        paintDetail(painter, first.adjusted(0, row.height() / 2 - 2, 0, -3), detail);
        first = QRect(first.left(), first.top() + 2, first.width(), row.height() / 2 + 2);
    }
    first = paintHint(painter, first, index.data(HintRole).toString());
    const QFont font = m_theme.font(0, detail.isEmpty() ? QFont::Normal : QFont::DemiBold);
    const int end = paintElided(painter, first, index.data().toString(), font, t.text);
    paintTail(painter, first, end, index.data(TailRole).toString(), m_theme.mono(), t.text2);
}

/// Paints the second line, and highlights the query in it. If the query is near the end of a long line, the
/// beginning of the line is omitted.
void PaletteDelegate::paintDetail(QPainter& painter, QRect area, QString detail) const
{
    const Tokens& t = m_theme.tokens();
    const QFont font = m_theme.mono();
    const QFontMetrics metrics(font);
    const QString words = m_query.text().trimmed();
    qsizetype at = words.isEmpty() ? -1 : detail.indexOf(words, 0, Qt::CaseInsensitive);
    if (at > 16 && metrics.horizontalAdvance(detail.left(at + words.size())) > area.width() - 20) {
        const qsizetype cut = at - 16;
        detail = QStringLiteral("…") + detail.mid(cut);
        at -= cut - 1;
    }
    if (at >= 0) {
        const int from = metrics.horizontalAdvance(detail.left(at));
        const int to = metrics.horizontalAdvance(detail.left(at + words.size()));
        const QRect marked(area.left() + from, area.center().y() - metrics.height() / 2, to - from, metrics.height());
        painter.fillRect(marked.intersected(area), t.tint2);
    }
    paintElided(painter, area, detail, font, t.text2);
}

} // namespace dueline
