// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelatelane.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

constexpr double leastColumn = 2; ///< minimum height of a column in pixels
constexpr double lateRoom = 3; ///< space above the tallest column, in pixels

QString lateWords(double ms) { return Formatting::duration(Millis(std::llround(ms))); }

} // namespace

TimelineLateLane::TimelineLateLane(
    const Theme& theme, const QRect& plot, int top, const TimelineScale& scale, const TimelineLateness& lateness)
    : m_theme(theme)
    , m_strip(plot.left(), top, plot.width(), height)
    , m_scale(scale)
    , m_lateness(lateness)
{ }

QRectF TimelineLateLane::rectOf(const TimelineLateness::Column& column) const
{
    const double most = std::max(column.most, column.waits ? double(column.waits->count()) : 0.0);
    const double room = m_strip.height() - lateRoom - leastColumn;
    const double h = std::round(leastColumn + room * TimelineLateness::share(most));
    const double left = std::round(std::max(m_scale.x(column.range.from), double(m_strip.left())));
    const double end = std::round(std::min(m_scale.x(column.range.to), m_strip.right() + 1.0));
    return {left, m_strip.bottom() + 1 - h, std::max(1.0, end - left - 1), h};
}

QString TimelineLateLane::emptyWords() const
{
    const bool any = std::any_of(
        m_lateness.columns.begin(), m_lateness.columns.end(), [this](const TimelineLateness::Column& column) {
            return column.range.to > m_scale.range().from && column.range.from < m_scale.range().to;
        });
    if (any)
        return {};
    return tr("No tasks started late, and none are overdue");
}

void TimelineLateLane::paint(QPainter& painter) const
{
    const Tokens& t = m_theme.tokens();
    painter.save();
    painter.fillRect(QRect(m_strip.left(), m_strip.bottom() + 1, m_strip.width(), 1), t.line);
    painter.setFont(m_theme.font(-2));
    painter.setPen(t.text3);
    painter.drawText(QRect(0, m_strip.top(), m_strip.left() - 8, m_strip.height()), Qt::AlignRight | Qt::AlignVCenter,
        tr("late", "how late tasks are; at most 8 letters"));
    if (const QString words = emptyWords(); !words.isEmpty())
        painter.drawText(m_strip, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            painter.fontMetrics().elidedText(words, Qt::ElideRight, m_strip.width()));
    const StateColors& colors = t.late;
    for (const TimelineLateness::Column& column : m_lateness.columns) {
        if (column.range.to <= m_scale.range().from || column.range.from >= m_scale.range().to)
            continue;
        const QRectF rect = rectOf(column);
        const bool waits = column.waits && double(column.waits->count()) >= column.most;
        painter.fillRect(rect, waits ? mixed(colors.fill, t.surface, t.highContrast ? 0 : 0.35) : colors.fill);
        if (waits)
            hatch(painter, rect, colors.edge, true);
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), colors.edge);
    }
    painter.restore();
}

std::vector<TooltipRow> TimelineLateLane::rowsAt(const TimelineLateness& lateness, TimePoint at)
{
    std::vector<TooltipRow> rows;
    const TimelineLateness::Column* column = lateness.at(at);
    if (!column)
        return rows;
    if (column->started > 0) {
        rows.push_back({{}, tr("Started"), Formatting::count(column->started)});
        rows.push_back({{}, tr("Median delay"), lateWords(column->half)});
        rows.push_back({{}, tr("95th percentile of the delay"), lateWords(column->most)});
    }
    if (column->waits == Millis(0)) // the tasks became due in a bar that hasn't ended yet
        rows.push_back({{}, tr("Overdue by less than"), Formatting::duration(column->range.length())});
    else if (column->waits)
        rows.push_back({{}, tr("Overdue by more than"), Formatting::duration(*column->waits)});
    return rows;
}

QStringList TimelineLateLane::wordsAt(const TimelineLateness& lateness, TimePoint at)
{
    QStringList words;
    for (const TooltipRow& row : rowsAt(lateness, at))
        words << tr("%1: %2", "what, how long or how many").arg(row.word, row.value);
    return words;
}

} // namespace dueline
