// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepainter.h"

#include "ui/timeline/timelinenumber.h"

#include <algorithm>
#include <limits>

namespace dueline {

namespace {

constexpr double taskHeight = 10;
constexpr double taskPitch = 13;
constexpr double taskGap = 3;
constexpr int numberMargin = 6; // combined width of a number's left and right margins, in pixels
constexpr double leastFrame = 4; // minimum width in pixels of a bar with edges on all sides

void dots(QPainter& painter, const QRectF& rect, const QColor& color)
{
    for (double y = rect.top() + 2; y < rect.bottom() - 1; y += 4) {
        for (double x = rect.left() + 2; x < rect.right() - 1; x += 4)
            painter.fillRect(QRectF(x, y, 1, 1), color);
    }
}

/// Draws edges on all sides, or only at the top if the rectangle is too narrow.
void edge(QPainter& painter, const QRectF& rect, const QColor& color)
{
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), color);
    if (rect.height() < 3 || rect.width() < leastFrame)
        return;
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), color);
    painter.fillRect(QRectF(rect.left(), rect.top(), 1, rect.height()), color);
    painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), color);
}

} // namespace

void hatch(QPainter& painter, const QRectF& rect, const QColor& color, bool rising)
{
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(color, 1));
    const double h = rect.height();
    for (double x = rect.left() - h; x < rect.right() + h; x += hatchPitch) {
        if (rising)
            painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + h, rect.top()));
        else
            painter.drawLine(QPointF(x, rect.top()), QPointF(x + h, rect.bottom()));
    }
    painter.restore();
}

TimelinePainter::TimelinePainter(const Theme& theme, const Formatting& formatting, QSize size, qreal ratio, int lanes)
    : m_theme(theme)
    , m_formatting(formatting)
    , m_ratio(ratio)
    , m_lanes(lanes)
    , m_plot(leftMargin, topMargin, std::max(1, size.width() - leftMargin - rightMargin),
          std::max(1, size.height() - topMargin - bottomMargin - lanes))
{ }

qint64 TimelinePainter::shownOf(const TimelineBin& bin, const TimelineLook& look)
{
    qint64 sum = 0;
    for (const TaskState state : timelineBands) {
        if (!look.hidden.contains(state))
            sum += bin.counts[state];
    }
    return sum;
}

TimelineAxis TimelinePainter::axis(const TimelineData& data, TimeRange view, const TimelineLook& look) const
{
    std::vector<qint64> heights;
    heights.reserve(data.bins.size());
    for (const TimelineBin& bin : data.bins) {
        if (bin.to > view.from && bin.from < view.to)
            heights.push_back(shownOf(bin, look));
    }
    return TimelineAxis::over(std::move(heights));
}

double TimelinePainter::height(qint64 count, const TimelineAxis& axis) const
{
    return count == 0 ? 0 : std::max(2.0, double(count) * axisHeight(axis) / double(axis.top));
}

double TimelinePainter::countAt(double y, const TimelineAxis& axis) const
{
    return (m_plot.bottom() + 1 - y) * double(axis.top) / axisHeight(axis);
}

void TimelinePainter::paintGround(
    QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const
{
    const Tokens& t = m_theme.tokens();
    const double nowX = std::clamp(scale(view).x(now), double(m_plot.left()), double(m_plot.right() + 1));
    painter.fillRect(m_plot, t.surface);
    painter.fillRect(QRectF(m_plot.left(), m_plot.top(), device(nowX) - m_plot.left(), m_plot.height()), t.past);
    // Without counts, there is no scale for a grid.
    if (data.isKnown() && !drawsTasks(data, view, now))
        paintGrid(painter, axis(data, view, look));
    paintAxis(painter, view);
}

void TimelinePainter::paintMarks(
    QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const
{
    painter.save();
    painter.setClipRect(m_plot);
    if (drawsTasks(data, view, now))
        paintTasks(painter, data, view, now, look);
    else
        paintBars(painter, data, view, now, look);
    painter.restore();
    painter.fillRect(QRect(m_plot.left(), m_plot.bottom() + 1, m_plot.width(), 1), m_theme.tokens().lineStrong);
}

void TimelinePainter::paintGrid(QPainter& painter, const TimelineAxis& axis) const
{
    const Tokens& t = m_theme.tokens();
    const int steps = m_plot.height() < 90 || axis.top % 4 != 0 ? 2 : 4; // labels must be whole numbers
    painter.setFont(m_theme.font(-2));
    const int textHeight = painter.fontMetrics().height();
    for (int i = 0; i <= steps; ++i) {
        const double y = device(m_plot.bottom() + 1 - axisHeight(axis) * i / steps);
        if (i > 0)
            painter.fillRect(QRectF(m_plot.left(), y, m_plot.width(), 1), t.line);
        painter.setPen(t.text3);
        const QString label = Formatting::count(axis.top * i / steps);
        painter.drawText(
            QRectF(0, y - textHeight / 2, leftMargin - 8, textHeight), Qt::AlignRight | Qt::AlignVCenter, label);
    }
}

void TimelinePainter::paintAxis(QPainter& painter, TimeRange view) const
{
    const Tokens& t = m_theme.tokens();
    const TimelineScale toX = scale(view);
    const Millis step = toX.tickStep();
    const int y = axisTop();
    for (const AxisTick& tick : toX.ticks(m_formatting.zone())) {
        const int x = int(std::lround(toX.x(tick.at)));
        if (tick.midnight)
            painter.fillRect(QRect(x, m_plot.top(), 1, y + 4 - m_plot.top()), t.lineStrong);
        else
            painter.fillRect(QRect(x, y, 1, 4), t.lineStrong);
        painter.setFont(m_theme.font(-2, tick.midnight ? QFont::DemiBold : QFont::Normal));
        painter.setPen(tick.midnight ? t.text : t.text3);
        const QString label = tick.midnight ? m_formatting.day(tick.at) : m_formatting.clock(tick.at, step);
        const int width = painter.fontMetrics().horizontalAdvance(label) + 2;
        const int left = std::clamp(x - width / 2, m_plot.left() - leftMargin, m_plot.right() + 1 - width);
        painter.drawText(QRect(left, y + 4, width, bottomMargin - 4), Qt::AlignHCenter | Qt::AlignTop, label);
    }
}

void TimelinePainter::paintBand(
    QPainter& painter, const QRectF& rect, TaskState state, bool overdue, const TimelineLook& look) const
{
    const Tokens& t = m_theme.tokens();
    const StateColors& colors = t.of(state);
    const bool patterns = look.patterns || t.highContrast;
    if (state == TaskState::Done && !t.highContrast) {
        // If a pale color faded further, it would be invisible.
        const bool stale = painter.opacity() < 1;
        painter.fillRect(rect, mixed(colors.fill, t.past, stale ? 0.65 : t.dark ? 0.38 : 0.30));
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), mixed(colors.edge, t.past, 0.75));
        return;
    }
    painter.fillRect(rect, colors.fill);
    if (overdue) {
        QColor white(Qt::white);
        white.setAlphaF(t.dark ? 0.30F : 0.55F);
        hatch(painter, rect, white, true);
    } else if (patterns && state == TaskState::Failed) {
        hatch(painter, rect, colors.edge, false);
    } else if (patterns && state == TaskState::Retrying) {
        dots(painter, rect, colors.edge);
    }
    edge(painter, rect, colors.edge);
}

/// Returns a bar's groups: listed ones first, with the largest at the baseline.
std::vector<TimelinePainter::Piece> TimelinePainter::groupPieces(const TimelineData& data, std::size_t bin)
{
    std::vector<Piece> pieces;
    const qint64 listed = data.listedOfBin(bin);
    const auto add = [&pieces](qint64 count, int place, bool dimmed) {
        if (count > 0)
            pieces.push_back({TaskState::Done, count, dimmed, place});
    };
    qint64 rest = listed;
    int place = 0;
    for (const qint64 count : data.groups->ofBin(bin, listed)) {
        add(count, place++, false);
        rest -= count;
    }
    add(rest, -1, false);
    add(shownOf(data.bins[bin], {}) - listed, -1, true);
    return pieces;
}

std::vector<TimelinePainter::Piece> TimelinePainter::piecesOf(
    const TimelineData& data, std::size_t bin, const TimelineLook& look)
{
    if (data.groups)
        return groupPieces(data, bin);
    const StateCounts& all = data.bins[bin].counts;
    const StateCounts* listed = data.matchOfBin(bin);
    std::vector<Piece> pieces;
    for (const bool dimmed : {false, true}) {
        for (const TaskState state : timelineBands) {
            const qint64 full = listed ? (*listed)[state] : all[state];
            const qint64 count = dimmed ? all[state] - full : full;
            if (count > 0 && !look.hidden.contains(state))
                pieces.push_back({state, count, dimmed, -1});
        }
    }
    return pieces;
}

void TimelinePainter::paintDimmed(QPainter& painter, const QRectF& rect, TaskState state) const
{
    const Tokens& t = m_theme.tokens();
    const StateColors& colors = t.of(state);
    if (!t.highContrast) {
        const bool done = state == TaskState::Done; // completed tasks are already pale
        painter.fillRect(rect, mixed(colors.fill, t.past, done ? 0.12 : t.dark ? 0.30 : 0.22));
        return;
    }
    painter.fillRect(rect, t.surface);
    painter.setPen(QPen(colors.edge, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

void TimelinePainter::paintGroup(
    QPainter& painter, const QRectF& rect, std::optional<std::size_t> colour, bool patterns) const
{
    const Tokens& t = m_theme.tokens();
    const StateColors& colors = colour ? t.groups[*colour] : t.otherGroups;
    painter.fillRect(rect, colors.fill);
    if (patterns || t.highContrast) {
        // Give each group a different pattern, so that they can be told apart without color.
        if (colour && (*colour == 1 || *colour == 4))
            hatch(painter, rect, colors.edge, true);
        if (colour && (*colour == 3 || *colour == 4))
            hatch(painter, rect, colors.edge, false);
        if (colour == 2U)
            dots(painter, rect, colors.edge);
        for (double y = rect.bottom() - 3; colour == 5U && y > rect.top() + 1; y -= hatchPitch)
            painter.fillRect(QRectF(rect.left(), y, rect.width(), 1), colors.edge);
    }
    edge(painter, rect, colors.edge);
}

void TimelinePainter::paintNone(QPainter& painter, const QRectF& rect, bool dimmed) const
{
    const Tokens& t = m_theme.tokens();
    if (t.highContrast)
        painter.fillRect(rect, t.surface);
    else
        painter.fillRect(rect, mixed(t.lineStrong, t.past, dimmed ? 0.25 : 0.65));
    if (!dimmed)
        edge(painter, rect, t.control);
    else if (t.highContrast)
        edge(painter, rect, t.line);
}

void TimelinePainter::paintPlace(
    QPainter& painter, const QRectF& rect, const TimelineGroups& groups, int place, bool patterns) const
{
    const auto others = int(groups.named.size());
    if (place < 0 || place > others)
        paintNone(painter, rect, false);
    else
        paintGroup(painter, rect,
            place < others ? std::optional(groups.named[std::size_t(place)].colour) : std::nullopt, patterns);
}

void TimelinePainter::paintPiece(QPainter& painter, const QRectF& rect, const TimelineData& data, const Piece& piece,
    bool overdue, const TimelineLook& look) const
{
    if (data.groups && piece.dimmed)
        paintNone(painter, rect, true);
    else if (data.groups)
        paintPlace(painter, rect, *data.groups, piece.place, look.patterns);
    else if (piece.dimmed)
        paintDimmed(painter, rect, piece.state);
    else
        paintBand(painter, rect, piece.state, overdue, look);
}

void TimelinePainter::paintBars(
    QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const
{
    const TimelineScale toX = scale(view);
    const TimelineAxis counts = axis(data, view, look);
    for (std::size_t i = 0; i < data.bins.size(); ++i) {
        const TimelineBin& bin = data.bins[i];
        if (bin.to <= view.from || bin.from >= view.to)
            continue;
        const double left = device(toX.x(bin.from));
        double right = std::max(left + 1, device(toX.x(bin.to)) - 1);
        const double end = m_plot.right() + 1;
        // Extend a bar that is clipped on the right. Otherwise, only its left edge would be visible.
        if (right > end && left > end - leastFrame)
            right = std::max(left + 1, end);
        const bool torn = counts.isTorn(shownOf(bin, look));
        const double ceiling = torn ? m_plot.top() + tornNumber : -std::numeric_limits<double>::infinity();
        double y = m_plot.bottom() + 1;
        for (const Piece& piece : piecesOf(data, i, look)) {
            if (y <= ceiling)
                break;
            const double h = std::min(device(height(piece.count, counts)), y - ceiling);
            paintPiece(painter, QRectF(left, y - h, right - left, h), data, piece,
                piece.state == TaskState::Due && bin.from < now, look);
            y -= h + 1;
        }
        if (torn)
            paintTear(painter, left, right);
    }
}

/// Paints a slanted gap between two lines, with the background showing through.
void TimelinePainter::paintTear(QPainter& painter, double left, double right) const
{
    constexpr double rise = 3;
    constexpr double gap = 4;
    const double y = m_plot.top() + (tornNumber + tornRoom) / 2.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setCompositionMode(QPainter::CompositionMode_Clear);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::black);
    painter.drawPolygon(QPolygonF(
        {{left - 1, y + rise}, {right + 1, y - rise}, {right + 1, y - rise + gap}, {left - 1, y + rise + gap}}));
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.setPen(QPen(m_theme.tokens().text2, 1));
    for (const double line : {y, y + gap})
        painter.drawLine(QPointF(left - 1, line + rise), QPointF(right + 1, line - rise));
    painter.restore();
}

void TimelinePainter::paintTornNumbers(
    QPainter& painter, const TimelineData& data, TimeRange view, const TimelineLook& look) const
{
    const TimelineAxis counts = axis(data, view, look);
    if (!counts.tears)
        return;
    const TimelineScale toX = scale(view);
    painter.save();
    painter.setFont(m_theme.font(-2, QFont::DemiBold));
    std::vector<TimelineNumber> numbers;
    for (const TimelineBin& bin : data.bins) {
        const qint64 all = shownOf(bin, look);
        if (bin.to > view.from && bin.from < view.to && counts.isTorn(all))
            numbers.push_back({all, (toX.x(bin.from) + toX.x(bin.to)) / 2,
                double(painter.fontMetrics().horizontalAdvance(Formatting::count(all)) + numberMargin)});
    }
    const qreal opacity = painter.opacity();
    for (const TimelineNumber& number : TimelineNumber::placed(std::move(numbers), m_plot.left(), m_plot.right() + 1)) {
        const QRectF place(std::round(number.left), m_plot.top(), number.width, tornNumber);
        painter.setOpacity(1);
        painter.fillRect(place, m_theme.tokens().surface);
        painter.setOpacity(opacity);
        painter.setPen(m_theme.tokens().text);
        painter.drawText(place, Qt::AlignCenter, Formatting::count(number.count));
    }
    painter.restore();
}

std::pair<std::vector<int>, int> TimelinePainter::lanes(
    const TimelineData& data, const TimelineScale& scale, TimePoint now)
{
    // Place each task in the lowest lane whose last task ends to the left of it.
    std::vector<double> ends;
    std::vector<int> result;
    result.reserve(data.tasks.size());
    for (const TimelineTask& task : data.tasks) {
        const TimePoint from = task.leasedAt.value_or(task.at);
        const double left = scale.x(std::min(from, task.state == TaskState::Leased ? std::min(now, task.at) : from));
        const double right = std::max(left + taskHeight, scale.x(task.at)) + 3;
        std::size_t lane = 0;
        while (lane < ends.size() && ends[lane] > left)
            ++lane;
        if (lane == ends.size())
            ends.push_back(right);
        else
            ends[lane] = right;
        result.push_back(int(lane));
    }
    return {result, int(ends.size())};
}

bool TimelinePainter::drawsTasks(const TimelineData& data, TimeRange view, TimePoint now) const
{
    if (data.tasks.empty())
        return false;
    const int count = lanes(data, scale(view), now).second;
    return m_plot.height() >= count * (leastTask + taskGap);
}

QRectF TimelinePainter::taskRect(const TimelineTask& task, int lane, int lanes, TimeRange view, TimePoint now) const
{
    const TimelineScale toX = scale(view);
    // If there isn't enough height for all lanes, let them overlap evenly.
    const double pitch = std::min(taskPitch, double(m_plot.height()) / std::max(1, lanes));
    const double h = std::max(2.0, pitch - taskGap);
    const double y = m_plot.bottom() + 1 - pitch * (lane + 1) + (pitch - h) / 2;
    if (task.state == TaskState::Leased) {
        const double left = toX.x(std::min(task.leasedAt.value_or(now), task.at));
        return {device(left), device(y), std::max(4.0, device(toX.x(task.at)) - device(left)), device(h)};
    }
    return {device(toX.x(task.at) - h / 2), device(y), device(h), device(h)};
}

void TimelinePainter::paintTasks(
    QPainter& painter, const TimelineData& data, TimeRange view, TimePoint now, const TimelineLook& look) const
{
    const auto [laneOf, count] = lanes(data, scale(view), now);
    for (std::size_t i = 0; i < data.tasks.size(); ++i) {
        const TimelineTask& task = data.tasks[i];
        if (look.hidden.contains(task.state))
            continue;
        const QRectF rect = taskRect(task, laneOf[i], count, view, now);
        const StateColors& colors = m_theme.tokens().of(task.state);
        if (!data.isListed(i)) {
            data.groups ? paintNone(painter, rect, true) : paintDimmed(painter, rect, task.state);
            continue;
        }
        if (data.groups) {
            paintPlace(
                painter, rect, *data.groups, i < data.groups->tasks.size() ? data.groups->tasks[i] : -1, look.patterns);
            continue;
        }
        if (task.state == TaskState::Leased) {
            // Paint the lease solid from the claim to the current time, and pale from there on.
            const double nowX = std::clamp(device(scale(view).x(now)), rect.left(), rect.right());
            painter.fillRect(rect, mixed(colors.fill, m_theme.tokens().surface, 0.35));
            painter.fillRect(QRectF(rect.left(), rect.top(), nowX - rect.left(), rect.height()), colors.fill);
            painter.setPen(QPen(colors.edge, 1));
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
            continue;
        }
        paintBand(painter, rect, task.state, task.state == TaskState::Due, look);
    }
}

QRectF TimelinePainter::stackRect(
    const TimelineData& data, std::size_t number, TimeRange view, const TimelineLook& look) const
{
    const TimelineBin& bin = data.bins[number];
    const TimelineScale toX = scale(view);
    const TimelineAxis counts = axis(data, view, look);
    double h = 0;
    for (const Piece& piece : piecesOf(data, number, look))
        h += device(height(piece.count, counts)) + 1;
    if (counts.isTorn(shownOf(bin, look)))
        h = m_plot.height() - tornNumber;
    const double left = device(toX.x(bin.from));
    const double right = std::max(left + 1, device(toX.x(bin.to)) - 1);
    const double y = m_plot.bottom() + 1 - h;
    return {left - 1, y, right - left + 2, h + 1};
}

} // namespace dueline
