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
/// Gaps in the recording are shown if they cover at least 1/gapsPerView of the view.
constexpr int gapsPerView = 200;
constexpr int widestTitle = 200; ///< maximum width of a title, in pixels; wider titles are omitted

} // namespace

TimelineMarkLane::TimelineMarkLane(const Theme& theme, const QRect& plot, const TimelineScale& scale,
    const std::vector<TimelineMark>& marks, const std::vector<RecordGap>& gaps)
    : m_theme(theme)
    , m_plot(plot)
    , m_scale(scale)
    , m_marks(marks)
    , m_gaps(gaps)
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

bool TimelineMarkLane::isShown(const RecordGap& gap, const TimeRange& view)
{
    return gap.to > view.from && gap.from < view.to && (gap.to - gap.from) * gapsPerView >= view.length();
}

QRectF TimelineMarkLane::rectOf(const RecordGap& gap) const
{
    const double left = std::max(m_scale.x(gap.from), double(m_plot.left()));
    const double right = std::min(m_scale.x(gap.to), m_plot.right() + 1.0);
    return {left, m_plot.bottom() + 2.0, std::max(0.0, right - left), height - 1.0};
}

const RecordGap* TimelineMarkLane::gapAt(QPointF position) const
{
    const auto found = std::find_if(m_gaps.begin(), m_gaps.end(),
        [&](const RecordGap& gap) { return isShown(gap, m_scale.range()) && rectOf(gap).contains(position); });
    return found == m_gaps.end() ? nullptr : &*found;
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

void TimelineMarkLane::paint(QPainter& painter, const std::function<QString(const RecordGap&)>& gapWords) const
{
    const Tokens& t = m_theme.tokens();
    painter.save();
    for (const RecordGap& gap : m_gaps) {
        if (isShown(gap, m_scale.range()))
            paintGap(painter, gap, gapWords(gap));
    }
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

void TimelineMarkLane::paintGap(QPainter& painter, const RecordGap& gap, const QString& words) const
{
    const Tokens& t = m_theme.tokens();
    const QRectF rect = rectOf(gap);
    painter.fillRect(rect, QBrush(t.lineStrong, Qt::BDiagPattern));
    painter.setFont(m_theme.font(-2));
    const int width = painter.fontMetrics().horizontalAdvance(words);
    QRectF label(0, 0, width + 2 * titleGap, markBox);
    label.moveCenter(rect.center());
    const bool isFree = std::none_of(
        m_groups.begin(), m_groups.end(), [&](const Group& group) { return rectOf(group).intersects(label); });
    if (label.width() > rect.width() || !isFree)
        return;
    painter.fillRect(label, t.surface);
    painter.setPen(t.text2);
    painter.drawText(label, Qt::AlignCenter | Qt::TextSingleLine, words);
}

/// Paints a single mark's title, if the entire title fits before the next icon.
void TimelineMarkLane::paintTitle(QPainter& painter, std::size_t group) const
{
    const QRectF rect = rectOf(m_groups[group]);
    const double end = group + 1 < m_groups.size() ? rectOf(m_groups[group + 1]).left() - titleGap : m_plot.right();
    const QString& title = m_marks[m_groups[group].first].title;
    painter.setFont(m_theme.font(-2));
    const int width = painter.fontMetrics().horizontalAdvance(title);
    const QRectF place(rect.right() + titleGap, rect.top(), width + 1, rect.height());
    const bool isHatched = std::any_of(m_gaps.begin(), m_gaps.end(),
        [&](const RecordGap& gap) { return isShown(gap, m_scale.range()) && rectOf(gap).intersects(place); });
    if (width > widestTitle || place.right() > end || isHatched)
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
