// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinemarklane.h"

#include "ui/text/formatting.h"

#include <QIcon>
#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int markBox = 18;
constexpr int markIcon = 12;
constexpr double marksApart = 20; ///< minimum distance between icons, in pixels
constexpr int titleGap = 5; ///< gap between an icon and its title, in pixels
constexpr int longestTitle = 200; ///< width above which a title is omitted, in pixels

} // namespace

TimelineMarkLane::TimelineMarkLane(
    const Theme& theme, const QRect& plot, const TimelineScale& scale, const std::vector<TimelineMark>& marks)
    : m_theme(theme)
    , m_plot(plot)
    , m_marks(marks)
{
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const double x = scale.x(marks[i].at);
        if (x < plot.left() || x > plot.right() + 1)
            continue;
        if (!m_groups.empty() && x - m_groups.back().x < marksApart)
            m_groups.back().last = i;
        else
            m_groups.push_back({x, i, i});
    }
}

QRectF TimelineMarkLane::rectOf(const Group& group) const
{
    const double left
        = std::clamp(std::round(group.x) - markBox / 2.0, double(m_plot.left()), m_plot.right() + 1.0 - markBox);
    return {left, m_plot.bottom() + 1.0 + (height - markBox) / 2.0, markBox, markBox};
}

std::optional<TimelineMarkLane::Group> TimelineMarkLane::groupAt(QPointF position) const
{
    const auto found = std::find_if(
        m_groups.begin(), m_groups.end(), [&](const Group& group) { return rectOf(group).contains(position); });
    return found == m_groups.end() ? std::nullopt : std::optional(*found);
}

std::optional<TimelineMarkLane::Group> TimelineMarkLane::groupOf(std::size_t mark) const
{
    const auto found
        = std::find_if(m_groups.begin(), m_groups.end(), [mark](const Group& group) { return group.holds(mark); });
    return found == m_groups.end() ? std::nullopt : std::optional(*found);
}

void TimelineMarkLane::paint(QPainter& painter) const
{
    const Tokens& t = m_theme.tokens();
    painter.save();
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const Group& group = m_groups[i];
        const QRectF rect = rectOf(group);
        painter.fillRect(QRectF(std::round(group.x), m_plot.bottom() - 4, 1, 7), t.text2);
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(t.lineStrong, 1));
        painter.setBrush(t.surface);
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (group.first == group.last) {
            const double inset = (markBox - markIcon) / 2.0;
            m_theme.icon(m_marks[group.first].icon())
                .paint(&painter, rect.adjusted(inset, inset, -inset, -inset).toRect());
            paintTitle(painter, i);
            continue;
        }
        painter.setFont(m_theme.font(-2, QFont::DemiBold));
        painter.setPen(t.text);
        const std::size_t marks = group.last - group.first + 1;
        painter.drawText(rect, Qt::AlignCenter, marks > 99 ? QStringLiteral("…") : Formatting::count(qint64(marks)));
    }
    painter.restore();
}

/// Paints the title of a single mark, if all of it fits before the next icon.
void TimelineMarkLane::paintTitle(QPainter& painter, std::size_t group) const
{
    const QRectF rect = rectOf(m_groups[group]);
    const double end = group + 1 < m_groups.size() ? rectOf(m_groups[group + 1]).left() - titleGap : m_plot.right();
    const QString& title = m_marks[m_groups[group].first].title;
    painter.setFont(m_theme.font(-2));
    const int width = painter.fontMetrics().horizontalAdvance(title);
    const QRectF place(rect.right() + titleGap, rect.top(), width + 1, rect.height());
    if (width > longestTitle || place.right() > end)
        return;
    painter.setPen(m_theme.tokens().text2);
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, title);
}

void TimelineMarkLane::paintMarked(QPainter& painter, const Group& group) const
{
    const Tokens& t = m_theme.tokens();
    painter.setPen(QPen(t.text2, 1, Qt::DashLine));
    const double x = std::round(group.x) + 0.5;
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(t.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rectOf(group).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace dueline
