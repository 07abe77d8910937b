// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/duehistogram.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

using namespace std::chrono_literals;

constexpr Millis barLengths[] = {1s, 2s, 5s, 10s, 15s, 30s, 1min, 2min, 3min, 5min, 10min, 15min, 30min, 1h, 2h, 3h, 6h,
    12h, 24h, 48h, 168h, 720h, 2160h, 8760h};
/// Minimum number of bars, so that a single time doesn't fill the chart.
constexpr int leastBars = 12;

} // namespace

DueHistogram::DueHistogram(const Theme& theme, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_title(title)
{
    setMinimumSize(200, 120);
}

DueHistogram::Bars DueHistogram::barsFor(TimeRange range)
{
    Millis each = std::max(*std::rbegin(barLengths), range.length() / mostBars + Millis(1));
    for (const Millis length : barLengths) {
        if (range.length() / length < mostBars - 1) {
            each = length;
            break;
        }
    }
    const qint64 first = toMs(range.from) / each.count();
    const int count = int(toMs(range.to) / each.count() - first) + 1;
    return {fromMs(first * each.count()), each, std::max(count, leastBars)};
}

std::vector<int> DueHistogram::countIn(const Bars& bars, const std::vector<TasksAt>& dues)
{
    std::vector<int> counts(std::size_t(bars.count), 0);
    for (const auto& [at, tasks] : dues)
        counts[std::size_t(std::clamp<qint64>((at - bars.from) / bars.each, 0, bars.count - 1))] += int(tasks);
    return counts;
}

QString DueHistogram::beginOf(const Bars& bars, int bar, const Formatting& formatting)
{
    const TimePoint end = bars.from + bars.each * bars.count;
    const TimePoint at = bars.from + bars.each * bar;
    if (bars.each * bars.count >= 24h)
        return formatting.instant(at, end);
    return formatting.clock(at, bars.each >= 1min ? Millis(1min) : Millis(1s));
}

void DueHistogram::show(
    const Bars& bars, std::vector<int> counts, int scale, const Formatting& formatting, TaskState state)
{
    m_counts = std::move(counts);
    m_scale = std::max(1, scale);
    const TimePoint end = bars.from + bars.each * bars.count;
    const bool days = bars.each * bars.count >= 24h;
    const Millis grain = bars.each >= 1min ? Millis(1min) : Millis(1s);
    m_left = days ? formatting.instant(bars.from, end) : formatting.clock(bars.from, grain);
    m_right = days ? formatting.instant(end, bars.from) : formatting.clock(end, grain);
    m_state = state;
    const int most = m_counts.empty() ? 0 : *std::max_element(m_counts.begin(), m_counts.end());
    m_words = tr("at most %1 per %2").arg(Formatting::count(most), Formatting::duration(bars.each));
    setAccessibleName(m_title + u' ' + m_words);
    QStringList told; // description for screen readers
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i] > 0)
            told << tr("%1: %2", "time, number of tasks")
                        .arg(beginOf(bars, int(i), formatting), Formatting::count(m_counts[i]));
    }
    setAccessibleDescription(Formatting::list(told));
    update();
}

void DueHistogram::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    const Tokens& t = m_theme.tokens();
    p.setFont(m_theme.font(0, QFont::DemiBold));
    p.setPen(t.text);
    p.drawText(0, 14, m_title);
    const int used = p.fontMetrics().horizontalAdvance(m_title) + 8;
    p.setFont(m_theme.font(-1));
    p.setPen(t.text2);
    p.drawText(used, 14, m_words);
    p.setFont(m_theme.font(-2));
    const QString top = Formatting::count(m_scale);
    const int scaleWidth = p.fontMetrics().horizontalAdvance(top) + 6;
    const QRect plot(scaleWidth, 28, width() - scaleWidth, height() - 46);
    p.setPen(t.text3);
    p.drawText(QRect(0, plot.top() - 7, scaleWidth - 6, 14), Qt::AlignRight | Qt::AlignVCenter, top);
    p.drawText(QRect(0, plot.bottom() - 6, scaleWidth - 6, 14), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
    p.fillRect(QRect(plot.left(), plot.top(), plot.width(), 1), t.line);
    paintBars(p, plot);
    p.fillRect(QRect(plot.left(), plot.bottom() + 1, plot.width(), 1), t.lineStrong);
    p.setPen(t.text3);
    p.drawText(QRect(plot.left(), plot.bottom() + 4, plot.width(), 14), Qt::AlignLeft, m_left);
    p.drawText(QRect(plot.left(), plot.bottom() + 4, plot.width(), 14), Qt::AlignRight, m_right);
}

void DueHistogram::paintBars(QPainter& painter, const QRect& plot) const
{
    const Tokens& t = m_theme.tokens();
    const double pitch = double(plot.width()) / double(std::max<std::size_t>(1, m_counts.size()));
    const double ratio = devicePixelRatioF();
    // All bars have the same width. The leftover pixels are distributed among the gaps.
    const double wide = std::max(1.0, std::floor(pitch * ratio) / ratio - 1);
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i] == 0)
            continue;
        const int high = std::max(2, plot.height() * m_counts[i] / m_scale);
        const double left = plot.left() + std::floor(double(i) * pitch * ratio) / ratio;
        const QRectF bar(left, plot.bottom() + 1 - high, wide, high);
        painter.fillRect(bar, t.of(m_state).edge);
        painter.fillRect(bar.adjusted(1, 1, -1, 0), t.of(m_state).fill);
    }
}

} // namespace dueline
