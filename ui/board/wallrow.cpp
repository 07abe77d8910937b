// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/wallrow.h"

#include "ui/text/formatting.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/widgets/statetile.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int wallBar = 10; ///< width of the bar at the left
constexpr int wallSign = 48;
constexpr int wallSignLeft = 36;
constexpr int wallTextLeft = 112;
constexpr int wallGap = 30;
constexpr int wallBarsWidth = 440;
constexpr int wallBarsHeight = 64;
constexpr int wallFigureWidth = 260;
constexpr int wallUnitWidth = 104;
constexpr int wallRight = 36;

TaskState toneOf(const WallItem& item) { return item.isFailure ? TaskState::Failed : TaskState::Leased; }

} // namespace

WallRow::WallRow(const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void WallRow::tell(const WallItem& item)
{
    if (item == m_item)
        return;
    m_item = item;
    const QString figure = item.unit.isEmpty() ? item.value : item.value + u' ' + item.unit;
    setAccessibleName(Formatting::commas({item.name, figure}));
    setAccessibleDescription(item.sentence);
    setToolTip(plainTextToolTip(item.name + u'\n' + item.sentence));
    update();
}

void WallRow::setScale(WallScale scale)
{
    m_scale = scale;
    update();
}

void WallRow::setStale(bool stale)
{
    m_isStale = stale;
    update();
}

void WallRow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return click();
    QAbstractButton::keyPressEvent(event);
}

void WallRow::paintSign(QPainter& painter) const
{
    const Tokens& t = m_theme.tokens();
    const int size = m_scale.px(wallSign);
    const QPoint at(m_scale.px(wallSignLeft), (height() - size) / 2);
    const Trouble trouble = m_item.item.row.trouble();
    if (trouble == Trouble::Failing || trouble == Trouble::Failed)
        return paintStateTile(painter, m_theme, at, size, TaskState::Failed);
    const int glyph = m_scale.px(wallSign - 8);
    painter.drawPixmap(at + QPoint((size - glyph) / 2, (size - glyph) / 2),
        m_theme.pixmap(QStringLiteral("warning"), t.of(toneOf(m_item)).text, glyph, devicePixelRatioF()));
}

/// Paints the last hour's activity with one bar per minute, and a dashed line where a silence began.
void WallRow::paintBars(QPainter& painter, const QRect& area) const
{
    const Tokens& t = m_theme.tokens();
    const BoardRow& row = m_item.item.row;
    if (!row.ended)
        return;
    const StateColors& done = t.of(TaskState::Done);
    const QColor fill = t.highContrast ? done.fill : mixed(done.fill, t.surface, t.dark ? 0.38 : 0.30);
    const QColor edge = t.highContrast ? done.edge : mixed(done.edge, t.surface, 0.75);
    const qint64 most = std::max<qint64>(1, *std::max_element(row.ended->begin(), row.ended->end()));
    const double each = double(area.width()) / double(BoardRow::bars);
    const auto leftOf = [&](std::size_t bar) { return area.left() + int(std::lround(each * double(bar))); };
    const int ground = area.bottom();
    painter.fillRect(QRect(area.left(), ground, area.width(), std::max(1, m_scale.px(1))), t.lineStrong);
    for (std::size_t i = 0; i < BoardRow::bars; ++i) {
        const qint64 all = (*row.ended)[i];
        if (all == 0)
            continue;
        const int wide = std::max(1, leftOf(i + 1) - leftOf(i) - 1);
        const auto high = [&](qint64 tasks) { return std::max(2, int(tasks * area.height() / most)); };
        painter.fillRect(QRect(leftOf(i), ground - high(all), wide, high(all)), fill);
        painter.fillRect(QRect(leftOf(i), ground - high(all), wide, std::max(1, m_scale.px(2))), edge);
        if (const qint64 failed = std::min(row.endedFailed[i], all); failed > 0)
            painter.fillRect(QRect(leftOf(i), ground - high(failed), wide, high(failed)), t.of(TaskState::Failed).fill);
    }
    if (!row.silence)
        return;
    const double minutes = double(row.silence->length().count()) / double(BoardRow::barLength.count());
    const double x = area.right() - each * minutes;
    if (x <= area.left())
        return;
    painter.setPen(QPen(t.of(TaskState::Leased).text, std::max(1, m_scale.px(2)), Qt::DotLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, ground));
}

void WallRow::paintEvent(QPaintEvent*)
{
    const Tokens& t = m_theme.tokens();
    const StateColors& colors = t.of(toneOf(m_item));
    QPainter painter(this);
    painter.fillRect(rect(), underMouse() ? t.sunken : t.surface);
    painter.fillRect(QRect(0, 0, width(), std::max(1, m_scale.px(1))), t.line);
    if (m_isStale)
        painter.setOpacity(t.staleOpacity());
    painter.fillRect(QRect(0, m_scale.px(1), m_scale.px(wallBar), height()), colors.fill);
    paintSign(painter);

    const int unitLeft = width() - m_scale.px(wallRight + wallUnitWidth);
    const int figureLeft = unitLeft - m_scale.px(12 + wallFigureWidth);
    const QRect bars(figureLeft - m_scale.px(wallGap + wallBarsWidth), (height() - m_scale.px(wallBarsHeight)) / 2,
        m_scale.px(wallBarsWidth), m_scale.px(wallBarsHeight));
    paintBars(painter, bars);
    const int textLeft = m_scale.px(wallTextLeft);
    const int textWidth = std::max(1, bars.left() - m_scale.px(wallGap) - textLeft);
    const auto line = [&painter](const QRect& where, const QString& text, Qt::Alignment side = Qt::AlignLeft,
                          Qt::TextElideMode elide = Qt::ElideRight) {
        painter.drawText(where, int(side | Qt::AlignVCenter) | int(Qt::TextSingleLine),
            painter.fontMetrics().elidedText(text, elide, where.width()));
    };
    const int middle = m_scale.px(58);
    painter.setFont(m_scale.font(m_theme, 38, QFont::DemiBold));
    painter.setPen(t.text);
    line(QRect(textLeft, m_scale.px(8), textWidth, middle - m_scale.px(8)), m_item.name);
    painter.setFont(m_scale.font(m_theme, 28));
    painter.setPen(t.text2);
    line(QRect(textLeft, middle - m_scale.px(2), textWidth, height() - middle - m_scale.px(4)), m_item.sentence,
        Qt::AlignLeft, Qt::ElideMiddle); // the end says since when
    painter.setFont(m_scale.font(m_theme, 60, QFont::DemiBold));
    painter.setPen(colors.text);
    line(QRect(figureLeft, 0, m_scale.px(wallFigureWidth), height()), m_item.value, Qt::AlignRight);
    const int baseline = (height() + painter.fontMetrics().ascent() - painter.fontMetrics().descent()) / 2;
    painter.setFont(m_scale.font(m_theme, 28));
    painter.setPen(t.text2);
    painter.drawText(unitLeft, baseline,
        painter.fontMetrics().elidedText(m_item.unit, Qt::ElideRight, m_scale.px(wallUnitWidth + wallRight)));
    if (hasFocus()) {
        painter.setOpacity(1);
        const int frame = std::max(2, m_scale.px(3));
        painter.setPen(QPen(t.accent, frame));
        painter.drawRect(rect().adjusted(frame, frame, -frame, -frame));
    }
}

} // namespace dueline
