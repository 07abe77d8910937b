// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/celldelegate.h"

#include "ui/models/cell.h"
#include "ui/theme/loadingblock.h"
#include "ui/theme/theme.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/statetile.h"

#include <QAbstractScrollArea>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

constexpr int leastTail = 8; ///< minimum number of characters in elided text
constexpr int stageWidth = 4; ///< width in pixels of the stripe at the left edge of a head
constexpr int loadingWidth = 36; ///< width in pixels of a number's placeholder
constexpr double narrowBar = 4; ///< maximum width in pixels of a bar, including the gap, if no bar has a failed part
constexpr double wideBar = 10; ///< maximum width in pixels of a bar, including the gap, if bars have failed parts

} // namespace

CellDelegate::CellDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

QSize CellDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {60, rowHeight}; }

/// Returns the width of the margin after the last column; 0 if the table has a vertical scroll bar.
int CellDelegate::edge(const QAbstractScrollArea& table)
{
    return table.width() - table.viewport()->width() >= padding ? 0 : padding;
}

QColor CellDelegate::doneColour(const Tokens& tokens, bool stale)
{
    const QColor& fill = tokens.of(TaskState::Done).fill;
    return tokens.highContrast ? fill : mixed(fill, tokens.surface, stale ? 0.65 : tokens.dark ? 0.38 : 0.30);
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Tokens& t = m_theme.tokens();
    const bool selected = option.state & QStyle::State_Selected;
    const bool active = option.state & QStyle::State_Active && option.widget && option.widget->hasFocus();
    const auto* table = qobject_cast<const QAbstractScrollArea*>(option.widget);
    const bool first = option.rect.left() <= 0;
    const int behind = table && option.rect.right() >= table->viewport()->width() - 1 ? edge(*table) : 0;
    painter->save();
    painter->translate(option.rect.topLeft());
    const auto* view = qobject_cast<const QTableView*>(option.widget);
    // A row with a second line is taller than its cells.
    const bool isHead = index.data(Cell::Head).toBool();
    const int high = view && !isHead ? std::min(option.rect.height(), view->verticalHeader()->defaultSectionSize())
                                     : option.rect.height();
    const QRect r(0, 0, option.rect.width(), high);
    if (selected)
        painter->fillRect(r, active ? t.tint : t.hover);
    else if (isHead || option.state & QStyle::State_MouseOver)
        painter->fillRect(r, t.sunken);
    painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), t.line);
    const QVariant stage = index.data(Cell::Stage);
    if (stage.isValid() && first)
        painter->fillRect(QRect(0, 0, stageWidth, high), environmentColor(m_theme, Environment(stage.toInt())));
    if (selected && first)
        painter->fillRect(QRect(r.left(), r.top(), 3, r.height()), active ? t.accent : t.control);
    if (m_framing && option.state & QStyle::State_HasFocus) {
        painter->setPen(t.accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(r.adjusted(first ? padding : 1, 1, -2, -3));
    }
    QRect cell = r.adjusted(first ? 2 * padding : padding, 0, -padding - behind, -1);
    painter->setOpacity(m_stale ? t.staleOpacity() : 1);
    cell.setLeft(paintLead(*painter, cell, index, selected));
    if (index.data(Cell::Loading).toBool()) {
        paintLoading(*painter, cell, index);
    } else if (index.data(Cell::Bars).isValid()) {
        paintBars(*painter, cell, index);
    } else {
        paintMeter(*painter, cell, index);
        paintText(*painter, cell, index, selected);
    }
    painter->restore();
}

/// Paints a placeholder where the value would be.
void CellDelegate::paintLoading(QPainter& painter, const QRect& cell, const QModelIndex& index) const
{
    const bool isRight = index.data(Qt::TextAlignmentRole).toInt() & int(Qt::AlignRight);
    const int wide = isRight ? std::min(loadingWidth, cell.width()) : cell.width() * 94 / 100;
    const Tokens& t = m_theme.tokens();
    QBrush fill = t.line;
    if (m_sweep >= 0) {
        const double middle = cell.left() - cell.width() + 3 * cell.width() * m_sweep;
        QLinearGradient light(middle - cell.width(), 0, middle + cell.width(), 0);
        light.setColorAt(0, t.line);
        light.setColorAt(0.5, t.hover);
        light.setColorAt(1, t.line);
        fill = light;
    }
    const QRectF block(isRight ? cell.right() + 1 - wide : cell.left(), cell.center().y() - 3, wide, 8);
    paintLoadingBlock(painter, t, block, fill);
}

void CellDelegate::paintMeter(QPainter& painter, const QRect& cell, const QModelIndex& index) const
{
    const QVariant share = index.data(Cell::Meter);
    const QFontMetrics metrics(m_theme.font(-1, QFont::DemiBold));
    if (!share.isValid() || share.toDouble() <= 0
        || metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + padding + meterWidth > cell.width())
        return;
    const Tokens& t = m_theme.tokens();
    const int wide = std::max(2, int(std::min(share.toDouble(), 1.0) * meterWidth));
    const QColor& fill = t.of(TaskState(index.data(Cell::ShareOf).toInt())).fill;
    painter.fillRect(QRect(cell.left() + meterWidth - wide, cell.center().y() - 2, wide, 6),
        t.highContrast ? fill : mixed(fill, t.surface, 0.55));
}

/// Paints the marks before the text. Returns the left edge of the text.
int CellDelegate::paintLead(QPainter& painter, const QRect& cell, const QModelIndex& index, bool selected) const
{
    const Tokens& t = m_theme.tokens();
    if (const QVariant tile = index.data(Cell::Tile); tile.isValid()) {
        paintStateTile(painter, m_theme, QPointF(cell.left(), cell.center().y() - 6), 14, TaskState(tile.toInt()));
        return cell.left() + 14 + 6;
    }
    if (const QVariant share = index.data(Cell::Share); share.isValid()) {
        const QRect track(cell.left(), cell.center().y() - 2, std::min(barWidth, cell.width()), 6);
        QRect full = track;
        full.setWidth(int(std::clamp(share.toDouble(), 0.0, 1.0) * track.width()));
        const QVariant state = index.data(Cell::ShareOf);
        // Draw an outline: the background or a line may be as dark as the filled part of the bar.
        if (selected || t.highContrast) {
            painter.fillRect(track, t.lineStrong);
            painter.fillRect(track.adjusted(1, 1, -1, -1), t.surface);
        } else {
            painter.fillRect(track, t.hover);
        }
        painter.fillRect(full, state.isValid() ? t.of(TaskState(state.toInt())).fill : t.accent);
        if (state.isValid() && full.width() > 0)
            painter.fillRect(QRect(full.right(), full.top(), 1, full.height()), t.of(TaskState(state.toInt())).edge);
        return track.right() + 1 + padding;
    }
    if (const QString icon = index.data(Cell::Icon).toString(); !icon.isEmpty()) {
        painter.drawPixmap(QPointF(cell.left(), cell.center().y() - 6),
            m_theme.pixmap(icon, t.text2, 14, painter.device()->devicePixelRatioF()));
        return cell.left() + 14 + 6;
    }
    const auto mark = index.data(Cell::Sign).value<Cell::Mark>();
    if (mark == Cell::Mark::None)
        return cell.left();
    if (mark == Cell::Mark::Warning || mark == Cell::Mark::Notice) {
        const QColor ink = mark == Cell::Mark::Warning ? t.of(TaskState::Leased).text : t.text2;
        const qreal ratio = painter.device()->devicePixelRatioF();
        painter.drawPixmap(
            QPointF(cell.left(), cell.center().y() - 6), m_theme.pixmap(QStringLiteral("warning"), ink, 14, ratio));
        return cell.left() + 14 + 6;
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(mark == Cell::Mark::Filled ? t.ok : t.control, 1.5));
    painter.setBrush(mark == Cell::Mark::Filled ? QBrush(t.ok) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QRectF(cell.left() + 3, cell.center().y() - 3.5, 8, 8));
    painter.setRenderHint(QPainter::Antialiasing, false);
    return cell.left() + 14 + 6;
}

/// Paints a bar on a baseline for each number. Bars for nonzero values are always visible.
void CellDelegate::paintBars(QPainter& painter, const QRect& cell, const QModelIndex& index) const
{
    const Tokens& t = m_theme.tokens();
    const auto bars = index.data(Cell::Bars).value<QList<int>>();
    if (bars.isEmpty())
        return;
    const auto failed = index.data(Cell::FailedBars).value<QList<int>>();
    const int most = std::max(1, *std::max_element(bars.begin(), bars.end()));
    const double each
        = std::clamp(double(cell.width()) / double(bars.size()), 1.0, failed.isEmpty() ? narrowBar : wideBar);
    const auto leftOf = [&](qsizetype i) { return cell.left() + int(std::lround(each * double(i))); };
    const int high = cell.height() - 8;
    const int ground = cell.bottom() - 3;
    const QVariant state = index.data(Cell::ShareOf);
    const StateColors& colors = t.of(TaskState(state.toInt()));
    QColor colour = state.isValid() ? colors.fill : t.accent;
    QColor edge = colour;
    // Completed tasks are pale, as in the timeline.
    if (state.toInt() == int(TaskState::Done) && !t.highContrast) {
        colour = doneColour(t, m_stale);
        edge = mixed(colors.edge, t.surface, 0.75);
    }
    const int known = leftOf(std::clamp<qsizetype>(index.data(Cell::BarsFrom).toInt(), 0, bars.size()));
    for (int x = cell.left(); x < known; x += 4)
        painter.fillRect(QRect(x, ground, std::min(2, known - x), 1), t.lineStrong);
    painter.fillRect(QRect(known, ground, leftOf(bars.size()) - known, 1), t.lineStrong);
    for (qsizetype i = 0; i < bars.size(); ++i) {
        const int tall = bars[i] > 0 ? std::max(2, int(qint64(bars[i]) * high / most)) : 0;
        const int wide = std::max(1, leftOf(i + 1) - leftOf(i) - 1);
        painter.fillRect(QRect(leftOf(i), ground - tall, wide, tall), colour);
        painter.fillRect(QRect(leftOf(i), ground - tall, wide, std::min(tall, 1)), edge);
        if (const int part = i < failed.size() ? failed[i] : 0; part > 0) {
            const int red
                = part >= bars[i] ? tall : std::clamp(int(qint64(part) * high / most), 1, std::max(1, tall - 1));
            painter.fillRect(QRect(leftOf(i), ground - red, wide, red), t.of(TaskState::Failed).fill);
        }
    }
}

/// Paints dimmed parts word by word, in the same positions as a single drawText() call.
void CellDelegate::paintFaded(QPainter& painter, QRect cell, const QString& text, const QList<QPoint>& faded) const
{
    const QColor plain = painter.pen().color();
    const QColor grey = (m_stale ? m_theme.staleTokens() : m_theme.tokens()).text3;
    const int left = cell.left();
    int at = 0;
    const auto draw = [&](int end, const QColor& colour) {
        end = std::min(end, int(text.size()));
        if (end <= at)
            return;
        cell.setLeft(left + painter.fontMetrics().horizontalAdvance(text.left(at)));
        painter.setPen(colour);
        painter.drawText(
            cell, int(Qt::AlignLeft) | int(Qt::AlignVCenter) | int(Qt::TextSingleLine), text.mid(at, end - at));
        at = end;
    };
    for (const QPoint& part : faded) {
        draw(part.x(), plain);
        draw(part.x() + part.y(), grey);
    }
    draw(int(text.size()), plain);
}

void CellDelegate::paintText(QPainter& painter, QRect cell, const QModelIndex& index, bool selected) const
{
    const Tokens& t = m_stale ? m_theme.staleTokens() : m_theme.tokens();
    painter.setOpacity(1); // full opacity: outdated text is shown in a paler color instead
    painter.setFont(m_theme.font(-1));
    painter.setPen(t.text);
    // Outdated text isn't in warning colors. The icon still shows the state.
    const auto word = [&](TaskState state) { return m_stale && !t.highContrast ? t.text : t.of(state).text; };
    switch (index.data(Cell::Look).value<Cell::Tone>()) {
    case Cell::Tone::Plain:
        break;
    case Cell::Tone::Strong:
        painter.setFont(m_theme.font(-1, QFont::DemiBold));
        break;
    case Cell::Tone::Quiet:
        painter.setPen(t.text2);
        break;
    case Cell::Tone::Faint:
        painter.setPen(t.text3);
        break;
    case Cell::Tone::Mono:
        painter.setFont(m_theme.mono());
        painter.setPen(t.text2);
        break;
    case Cell::Tone::Failure:
        painter.setPen(word(TaskState::Failed));
        break;
    case Cell::Tone::Warning:
        painter.setPen(word(TaskState::Leased));
        break;
    case Cell::Tone::Good:
        painter.setPen(word(TaskState::Done));
        break;
    case Cell::Tone::Absent: // too pale on a selected row
        painter.setPen(selected ? t.text3 : t.faint);
        break;
    }
    const QVariant asked = index.data(Qt::TextAlignmentRole);
    const int alignment = (asked.isValid() ? asked.toInt() & int(Qt::AlignHorizontal_Mask) : int(Qt::AlignLeft))
        | int(Qt::AlignVCenter) | int(Qt::TextSingleLine);
    const QString text
        = painter.fontMetrics().elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight, cell.width());
    if (const QVariant faded = index.data(Cell::Faded); faded.isValid() && !(alignment & Qt::AlignRight))
        paintFaded(painter, cell, text, faded.value<QList<QPoint>>());
    else
        painter.drawText(cell, alignment, text);
    const QVariant note = index.data(Cell::Note);
    const QString tail = (note.isValid() ? note : index.data(Cell::Tail)).toString();
    cell.setLeft(cell.left() + painter.fontMetrics().horizontalAdvance(text) + 6);
    if (const QVariant stage = index.data(Cell::Stage); stage.isValid()) {
        const auto environment = Environment(stage.toInt());
        const int width = environmentTagWidth(m_theme, environment);
        if (width > cell.width())
            return;
        paintEnvironmentTag(painter, m_theme, QPoint(cell.left(), cell.center().y()), environment);
        cell.setLeft(cell.left() + width + 8);
    }
    if (tail.isEmpty() || cell.width() < 24)
        return;
    painter.setFont(note.isValid() ? m_theme.font(-1) : m_theme.mono());
    painter.setPen(note.isValid() ? t.text2 : t.text3);
    const QString whole = painter.fontMetrics().elidedText(tail, Qt::ElideRight, cell.width());
    if (whole.size() > leastTail || whole == tail)
        painter.drawText(cell, alignment, whole);
}

} // namespace dueline
