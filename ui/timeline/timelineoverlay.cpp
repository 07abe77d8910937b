// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineoverlay.h"

#include "ui/timeline/timelineshares.h"
#include "ui/widgets/statetile.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dueline {

namespace {

constexpr int nowHeight = 19;
constexpr int tooltipWidth = 168;
constexpr int tooltipTop = 6; // distance in pixels from the top of the plot
constexpr int tooltipHead = 28;
constexpr int tooltipCloseRow = 18;
constexpr int tooltipEnd = 4;
constexpr int tooltipGap = 8; ///< gap in pixels between the tooltip and the item it describes
constexpr int wordsMargin = 24;

} // namespace

void TimelineOverlay::paintNow(QPainter& painter, TimePoint now) const
{
    const Tokens& t = m_theme.tokens();
    const QRect rect = nowLabel(now);
    if (rect.isEmpty())
        return;
    painter.fillRect(QRectF(std::round(m_scale.x(now)) - 1, m_plot.top() - 4, 2, m_plot.height() + 5), t.text);
    painter.setFont(nowFont());
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.text);
    painter.drawRoundedRect(rect, 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(t.surface);
    painter.drawText(rect, Qt::AlignCenter, nowWords(now));
}

QFont TimelineOverlay::nowFont() const { return m_theme.font(-2, QFont::DemiBold); }

QString TimelineOverlay::nowWords(TimePoint now) const
{
    return QCoreApplication::translate("TimelineOverlay", "Now %1").arg(m_formatting.clock(now, Millis(1000)));
}

QRect TimelineOverlay::nowLabel(TimePoint now) const
{
    const double x = m_scale.x(now);
    if (x < m_plot.left() - 1 || x > m_plot.right() + 1)
        return {};
    const int width = QFontMetrics(nowFont()).horizontalAdvance(nowWords(now)) + 16;
    const double left
        = std::clamp(std::round(x) - width / 2.0, double(m_plot.left()), double(m_plot.right() + 1 - width));
    return {int(std::lround(left)), m_plot.top() - 4 - nowHeight, width, nowHeight};
}

void TimelineOverlay::paintWords(QPainter& painter, const QString& words, TimePoint now) const
{
    painter.setFont(m_theme.font());
    painter.setPen(m_theme.tokens().text2);
    QRect room = m_plot;
    if (!nowLabel(now).isEmpty()) {
        const int line = int(std::lround(m_scale.x(now)));
        if (line < m_plot.center().x())
            room.setLeft(line);
        else
            room.setRight(line);
    }
    room.adjust(wordsMargin, 0, -wordsMargin, 0);
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, words);
}

std::pair<double, double> TimelineOverlay::edges(TimeRange brush) const
{
    return {std::clamp(m_scale.x(brush.from), double(m_plot.left()), double(m_plot.right() + 1)),
        std::clamp(m_scale.x(brush.to), double(m_plot.left()), double(m_plot.right() + 1))};
}

void TimelineOverlay::paintBrushTint(QPainter& painter, TimeRange brush) const
{
    const Tokens& t = m_theme.tokens();
    const auto [left, right] = edges(brush);
    QColor tint = t.accent;
    tint.setAlphaF(t.dark ? 0.20F : 0.12F);
    painter.fillRect(QRectF(left, m_plot.top(), right - left, m_plot.height()), tint);
}

void TimelineOverlay::paintBrushEdges(QPainter& painter, TimeRange brush) const
{
    const Tokens& t = m_theme.tokens();
    for (const TimePoint end : {brush.from, brush.to}) {
        const double x = std::round(m_scale.x(end));
        if (x < m_plot.left() - 1 || x > m_plot.right() + 1)
            continue; // this end of the range is not visible
        painter.fillRect(QRectF(x, m_plot.top(), 1, m_plot.height()), t.accent);
        const QRectF handle(x - 3.5, m_plot.center().y() - 11, 8, 22);
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(t.accent, 1.5));
        painter.setBrush(t.surface);
        painter.drawRoundedRect(handle, 3, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(QRectF(handle.left() + 2.5, handle.center().y() - 4, 1, 8), t.accent);
        painter.fillRect(QRectF(handle.left() + 4.5, handle.center().y() - 4, 1, 8), t.accent);
    }
}

void TimelineOverlay::paintOutline(QPainter& painter, const QRectF& rect) const
{
    painter.setPen(QPen(m_theme.tokens().text, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

QString TimelineOverlay::countWords(qint64 all, std::optional<qint64> listed)
{
    return listed ? QCoreApplication::translate("TimelineOverlay", "%1 of %2", "tasks that match, all")
                        .arg(Formatting::count(*listed), Formatting::count(all))
                  : Formatting::count(all);
}

void TimelineOverlay::paintTooltip(QPainter& painter, const TimelineBin& bin, const StateCounts* listed,
    const TimelineLook& look, const std::vector<TooltipRow>& more) const
{
    std::vector<TooltipRow> rows;
    for (const TaskState state : timelineBands) {
        if (bin.counts[state] > 0 && !look.hidden.contains(state))
            rows.push_back({state, Formatting::stateWord(state),
                countWords(bin.counts[state], listed ? std::optional((*listed)[state]) : std::nullopt)});
    }
    if (rows.empty())
        rows.push_back({{}, QCoreApplication::translate("TimelineOverlay", "No tasks"), {}});
    rows.insert(rows.end(), more.begin(), more.end());
    const double left = m_scale.x(bin.from);
    paintTooltip(painter, QRectF(left, m_plot.top(), m_scale.x(bin.to) - left, m_plot.height()),
        m_formatting.range(bin.from, bin.to), rows);
}

void TimelineOverlay::paintGroupTooltip(
    QPainter& painter, const TimelineData& data, std::size_t bin, const std::vector<TooltipRow>& more) const
{
    std::vector<TooltipRow> rows;
    for (const TimelineShare& share : sharesOf(data, bin))
        rows.push_back({{}, share.words, Formatting::count(share.count), share.place});
    if (rows.empty())
        rows.push_back({{}, QCoreApplication::translate("TimelineOverlay", "No tasks"), {}});
    rows.insert(rows.end(), more.begin(), more.end());
    const TimelineBin& of = data.bins[bin];
    const double left = m_scale.x(of.from);
    paintTooltip(painter, QRectF(left, m_plot.top(), m_scale.x(of.to) - left, m_plot.height()),
        m_formatting.range(of.from, of.to), rows, &*data.groups);
}

/// Returns the width in pixels of the space on the wider side of `mark`. If `mark` fills the plot, the tooltip is
/// painted over it.
int TimelineOverlay::roomBeside(const QRectF& mark) const
{
    const double room = std::max(mark.left() - m_plot.left(), m_plot.right() - mark.right()) - tooltipGap;
    return room < tooltipWidth ? m_plot.width() : int(room);
}

/// Lays out the rows in a single column below `top`, with less spacing if necessary. If the rows still don't fit, uses
/// multiple columns. No row is wider than `most`.
TimelineOverlay::TooltipPlan TimelineOverlay::planOf(
    QPainter& painter, const QString& head, const std::vector<TooltipRow>& rows, int most) const
{
    const int room = m_plot.bottom() + 1 + m_lanes + TimelinePainter::bottomMargin - tooltipTop - m_plot.top();
    const int count = int(rows.size());
    TooltipPlan plan;
    if (tooltipHead + count * plan.row + tooltipEnd > room) {
        plan.row = tooltipCloseRow;
        plan.lines = std::max(1, (room - tooltipHead - tooltipEnd) / plan.row);
        plan.columns = (count + plan.lines - 1) / plan.lines;
    }
    plan.lines = std::max(1, (count + plan.columns - 1) / plan.columns); // distribute the rows evenly over the columns
    plan.columns = std::max(1, (count + plan.lines - 1) / plan.lines);
    painter.setFont(m_theme.font(-1, QFont::DemiBold));
    const QFontMetrics metrics = painter.fontMetrics();
    plan.widths.assign(std::size_t(plan.columns), 0);
    for (int i = 0; i < count; ++i) {
        const TooltipRow& row = rows[std::size_t(i)];
        int& width = plan.widths[std::size_t(i / plan.lines)];
        width = std::max(width, metrics.horizontalAdvance(row.word) + 16 + metrics.horizontalAdvance(row.value) + 41);
    }
    const int least = std::max(tooltipWidth, metrics.horizontalAdvance(head) + 20);
    plan.widths.back() += std::max(0, least - std::accumulate(plan.widths.begin(), plan.widths.end(), 0));
    if (const int all = std::accumulate(plan.widths.begin(), plan.widths.end(), 0); all > most) {
        for (int& width : plan.widths)
            width = width * most / all;
    }
    return plan;
}

void TimelineOverlay::paintTooltip(QPainter& painter, const QRectF& mark, const QString& head,
    const std::vector<TooltipRow>& rows, const TimelineGroups* groups) const
{
    const Tokens& t = m_theme.tokens();
    const TooltipPlan plan = planOf(painter, head, rows, roomBeside(mark));
    const int width = std::accumulate(plan.widths.begin(), plan.widths.end(), 0);
    double left = mark.right() + tooltipGap;
    if (left + width > m_plot.right())
        left = mark.left() - tooltipGap - width;
    const QRectF box(std::round(std::clamp(left, double(m_plot.left()), double(m_plot.right() + 1 - width))),
        m_plot.top() + tooltipTop, width, tooltipHead + plan.lines * plan.row + tooltipEnd);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(t.lineStrong, 1));
    painter.setBrush(t.surface);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(t.text);
    painter.setFont(m_theme.font(-1, QFont::DemiBold));
    painter.drawText(QRectF(box.left() + 10, box.top() + 4, width - 20, 24),
        Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        painter.fontMetrics().elidedText(head, Qt::ElideMiddle, width - 20));
    double x = box.left();
    for (int i = 0; i < int(rows.size()); ++i) {
        if (i > 0 && i % plan.lines == 0)
            x += plan.widths[std::size_t(i / plan.lines - 1)];
        const QRectF place(
            x, box.top() + tooltipHead + i % plan.lines * plan.row, plan.widths[std::size_t(i / plan.lines)], plan.row);
        const auto column = rows.begin() + i / plan.lines * plan.lines;
        const bool isMarked = std::any_of(
            column, std::min(column + plan.lines, rows.end()), [](const TooltipRow& row) { return row.hasMark(); });
        paintTooltipRow(painter, place, rows[std::size_t(i)], isMarked, groups);
    }
}

/// Paints a row. `isMarked`: true if the column has swatches, in which case the text is indented.
void TimelineOverlay::paintTooltipRow(
    QPainter& painter, const QRectF& place, const TooltipRow& row, bool isMarked, const TimelineGroups* groups) const
{
    const Tokens& t = m_theme.tokens();
    const QPointF mark(place.left() + 10, place.top() + std::floor((place.height() - 14) / 2));
    if (row.tile)
        paintStateTile(painter, m_theme, mark, 14, *row.tile);
    if (row.place && groups)
        TimelinePainter(m_theme, m_formatting, m_plot.size(), painter.device()->devicePixelRatioF())
            .paintPlace(painter, QRectF(mark, QSizeF(14, 14)), *groups, *row.place, false);
    const QRectF line = place.adjusted(isMarked ? 31 : 10, 0, -10, 0);
    painter.setPen(row.hasMark() ? t.text : t.text2);
    const QFont valueFont = m_theme.font(-1, row.hasMark() ? QFont::DemiBold : QFont::Normal);
    const double value = row.value.isEmpty() ? 0 : QFontMetrics(valueFont).horizontalAdvance(row.value) + 12;
    painter.setFont(m_theme.font(-1));
    const QString word = painter.fontMetrics().elidedText(
        row.word, Qt::ElideMiddle, int(std::max(line.width() - value, line.width() * 2 / 3)));
    const double room = line.width() - painter.fontMetrics().horizontalAdvance(word) - 12;
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, word);
    painter.setFont(valueFont);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine,
        painter.fontMetrics().elidedText(row.value, Qt::ElideRight, int(room)));
}

void TimelineOverlay::paintCrosshair(QPainter& painter, QPointF at, TimePoint now, std::optional<qint64> count) const
{
    const Tokens& t = m_theme.tokens();
    const double x = std::round(at.x());
    const double y = std::round(at.y());
    painter.setPen(QPen(t.text3, 1, Qt::DotLine));
    painter.drawLine(QPointF(x + 0.5, m_plot.top()), QPointF(x + 0.5, m_plot.bottom()));
    if (count)
        painter.drawLine(QPointF(m_plot.left(), y + 0.5), QPointF(m_plot.right(), y + 0.5));
    painter.setFont(m_theme.font(-2));
    const int high = painter.fontMetrics().height();
    const auto label = [&](const QRectF& place, const QString& words) {
        painter.setPen(QPen(t.lineStrong, 1));
        painter.setBrush(t.surface);
        painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setPen(t.text);
        painter.drawText(place, Qt::AlignCenter | Qt::TextSingleLine, words);
    };
    const QString when = m_formatting.instant(m_scale.at(x), now);
    const double width = painter.fontMetrics().horizontalAdvance(when) + 10;
    const double left = std::clamp(std::round(x - width / 2), 0.0, std::max(0.0, m_plot.right() + 1 - width));
    label({left, double(m_plot.bottom() + 3 + m_lanes), width, double(high + 4)}, when);
    if (!count)
        return;
    const QString much = Formatting::count(*count);
    const double wide = painter.fontMetrics().horizontalAdvance(much) + 8;
    label({std::max(0.0, m_plot.left() - 4 - wide), std::round(y - high / 2.0) - 1, wide, double(high + 2)}, much);
}

void TimelineOverlay::paintFocus(QPainter& painter, QSize size) const
{
    painter.setPen(QPen(m_theme.tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(QPointF(0, 0), size).adjusted(1, 1, -1, -1));
}

} // namespace dueline
