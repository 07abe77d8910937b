// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinemarklane.h"

#include "ui/text/formatting.h"

#include <QIcon>
#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int pictureSize = 12;
constexpr double marksApart = 16; ///< minimum distance between icons, in pixels

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
        = std::clamp(std::round(group.x) - height / 2.0, double(m_plot.left()), m_plot.right() + 1.0 - height);
    return {left, m_plot.bottom() + 2.0, height, height};
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
    for (const Group& group : m_groups) {
        const QRectF rect = rectOf(group);
        painter.fillRect(QRectF(std::round(group.x), m_plot.bottom() - 4, 1, 6), t.text2);
        if (group.first == group.last) {
            const double inset = (height - pictureSize) / 2.0;
            m_theme.icon(m_marks[group.first].icon())
                .paint(&painter, rect.adjusted(inset, inset, -inset, -inset).toRect());
            continue;
        }
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(t.control, 1));
        painter.setBrush(t.surface);
        painter.drawRoundedRect(rect.adjusted(1.5, 1.5, -1.5, -1.5), 3, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setFont(m_theme.font(-2, QFont::DemiBold));
        painter.setPen(t.text);
        const std::size_t marks = group.last - group.first + 1;
        painter.drawText(rect, Qt::AlignCenter, marks > 9 ? QStringLiteral("…") : Formatting::count(qint64(marks)));
    }
    painter.restore();
}

void TimelineMarkLane::paintMarked(QPainter& painter, const Group& group) const
{
    const Tokens& t = m_theme.tokens();
    painter.setPen(QPen(t.text2, 1, Qt::DashLine));
    const double x = std::round(group.x) + 0.5;
    painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    painter.setPen(QPen(t.text, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rectOf(group).adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace dueline
