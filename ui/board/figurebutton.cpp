// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/figurebutton.h"

#include "ui/text/formatting.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/loadingblock.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace dueline {

namespace {

constexpr int figureMargin = 16;
constexpr int figureChartHeight = 34;
constexpr int figureChartWidth = 64;
constexpr int figureWideChart = 200;
constexpr int largeStep = 15; ///< difference between the value's and the normal font size, in steps
constexpr int smallStep = 9;
constexpr int leastStep = 3;
constexpr int unitGap = 8;

} // namespace

FigureButton::FigureButton(const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FigureButton::show(const Content& content)
{
    if (m_content == content)
        return;
    m_content = content;
    const QString value = content.unit.isEmpty() ? content.value : content.value + u' ' + content.unit;
    setAccessibleName(value.isEmpty() ? content.label : tr("%1: %2").arg(content.label, value));
    setAccessibleDescription(Formatting::list({content.note, content.tip}));
    QStringList lines{accessibleName(), content.note, content.tip};
    lines.removeAll(QString());
    setToolTip(plainTextToolTip(lines.join(u'\n')));
    update();
}

void FigureButton::setSize(Size size)
{
    m_size = size;
    update();
}

QSize FigureButton::sizeHint() const { return {160, 76}; }

QColor FigureButton::colourOf(Cell::Tone tone) const
{
    const Tokens& t = m_theme.tokens();
    switch (tone) {
    case Cell::Tone::Failure:
        return t.of(TaskState::Failed).text;
    case Cell::Tone::Warning:
        return t.of(TaskState::Leased).text;
    case Cell::Tone::Absent:
        return t.faint;
    case Cell::Tone::Quiet:
        return t.text2;
    default:
        return t.text;
    }
}

void FigureButton::paintEvent(QPaintEvent*)
{
    const Tokens& t = m_theme.tokens();
    QPainter painter(this);
    if (underMouse() || isDown())
        painter.fillRect(rect(), t.sunken);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), t.line);
    if (hasFocus()) {
        painter.setPen(QPen(t.accent, 2));
        painter.drawRect(rect().adjusted(3, 3, -5, -4));
    }
    const bool small = m_size == Size::Small;
    const QRect room = rect().adjusted(small ? 12 : figureMargin, small ? 7 : 10, small ? -8 : -12, small ? -6 : -10);
    const auto line = [&painter](const QRect& where, const QString& text) {
        painter.drawText(where, int(Qt::AlignLeft) | int(Qt::AlignVCenter) | int(Qt::TextSingleLine),
            painter.fontMetrics().elidedText(text, Qt::ElideRight, where.width()));
    };
    painter.setFont(m_theme.font(-1));
    const int lineHeight = painter.fontMetrics().height();
    painter.setPen(t.text2);
    line(QRect(room.left(), room.top(), room.width(), lineHeight), m_content.label);
    const QRect below(room.left(), room.bottom() + 1 - lineHeight, room.width(), lineHeight);
    const QRect middle(room.left(), room.top() + lineHeight, room.width(), room.height() - 2 * lineHeight);
    if (m_content.isLoading)
        return paintLoading(painter, QRect(room.left(), middle.top(), room.width(), room.bottom() + 1 - middle.top()));
    painter.setPen(colourOf(m_content.noteTone == Cell::Tone::Absent ? Cell::Tone::Quiet : m_content.noteTone));
    line(below, m_content.note);

    int step = small ? smallStep : largeStep;
    const auto widthAt = [this](int size) {
        return QFontMetrics(m_theme.font(size, QFont::DemiBold)).horizontalAdvance(m_content.value);
    };
    while (step > leastStep && widthAt(step) > middle.width())
        --step;
    painter.setFont(m_theme.font(step, QFont::DemiBold));
    painter.setPen(colourOf(m_content.tone));
    line(middle, m_content.value);
    int used = widthAt(step);
    if (!m_content.unit.isEmpty()) {
        const QFontMetrics unit(m_theme.font(-1));
        if (used + unitGap + unit.horizontalAdvance(m_content.unit) <= middle.width()) {
            const int baseline = middle.top()
                + (middle.height() + painter.fontMetrics().ascent() - painter.fontMetrics().descent()) / 2;
            painter.setFont(m_theme.font(-1));
            painter.setPen(t.text2);
            painter.drawText(middle.left() + used + unitGap, baseline, m_content.unit);
            used += unitGap + unit.horizontalAdvance(m_content.unit);
        }
    }
    const int chart = m_size == Size::Wide ? figureWideChart : figureChartWidth;
    if (!small && !m_content.chart.isEmpty() && used + figureMargin + chart <= room.width())
        paintChart(painter,
            QRect(room.right() + 1 - chart, middle.center().y() - figureChartHeight / 2, chart, figureChartHeight));
}

/// Paints placeholders for the value and the note.
void FigureButton::paintLoading(QPainter& painter, const QRect& room) const
{
    const Tokens& t = m_theme.tokens();
    const int large = m_size == Size::Small ? 14 : 18;
    paintLoadingBlock(painter, t, QRectF(room.left(), room.top() + 6, std::min(110, room.width()), large), t.line);
    paintLoadingBlock(painter, t, QRectF(room.left(), room.bottom() - 10, std::min(140, room.width()), 8), t.line);
}

void FigureButton::paintChart(QPainter& painter, const QRect& area) const
{
    const Tokens& t = m_theme.tokens();
    const QList<int>& numbers = m_content.chart;
    const int most = std::max(1, *std::max_element(numbers.begin(), numbers.end()));
    const double step = double(area.width() - 1) / double(std::max<qsizetype>(1, numbers.size() - 1));
    QPolygonF top;
    for (qsizetype i = 0; i < numbers.size(); ++i)
        top << QPointF(
            area.left() + step * double(i), area.bottom() - 1 - double(numbers[i]) * (area.height() - 3) / most);
    QPolygonF ground = top;
    ground << QPointF(area.right(), area.bottom()) << QPointF(area.left(), area.bottom());
    const StateColors& colors = t.of(m_content.chartState);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(colors.fill, t.surface, t.dark ? 0.25 : 0.15));
    painter.drawPolygon(ground);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.dark ? colors.fill : colors.edge, 1.5));
    painter.drawPolyline(top);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void FigureButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void FigureButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace dueline
