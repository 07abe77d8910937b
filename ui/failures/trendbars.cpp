// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/trendbars.h"

#include "core/base/text.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace dueline {

namespace {

constexpr int chartHeadHeight = 36;
constexpr int marksHeight = 26; ///< height of the space above the plot for the mark labels, in pixels
constexpr int timesHeight = 24;
constexpr int chartEdge = 16;
constexpr int queueSquare = 10;
constexpr int markLabel = 19; ///< height of a mark label, in pixels
constexpr int plotAtFirst = 216;
constexpr int gridLines = 4;
constexpr int widestTrendBar = 32;
constexpr std::size_t mostLayers = 3; ///< number of queues that have their own colors
/// Width of the space before a new group's first bar, relative to the combined width of all bars.
constexpr double leadShare = 0.35;
constexpr int leastBetweenTimes = 24;

/// Returns the smallest step in the series 1, 2, 5, 10, 20, 50, … for which `gridLines` grid lines reach up to `most`.
int gridStep(int most)
{
    for (int power = 1;; power *= 10) {
        for (const int digit : {1, 2, 5}) {
            if (digit * power * gridLines >= most)
                return digit * power;
        }
        if (power >= 100'000'000)
            return power * 10;
    }
}

/// Returns the smallest round time step of at least `shortest`, the time that the width of a label represents.
Millis timeStep(Millis shortest)
{
    using namespace std::chrono_literals;
    static constexpr Millis steps[]{1min, 2min, 5min, 10min, 15min, 30min, 1h, 2h, 3h, 6h, 12h, 24h, 48h, 168h, 336h};
    const auto* found
        = std::find_if(std::begin(steps), std::end(steps), [shortest](Millis step) { return step >= shortest; });
    return found == std::end(steps) ? Millis(720h) : *found;
}

} // namespace

/// Layout of the chart in pixels.
struct TrendBars::Plot
{
    QRectF area;
    double bar = 0; ///< width of a bar, including the gap
    double firstBar = 0; ///< left edge of the first bar
    int step = 1; ///< number of failures between two grid lines
    int top = 1; ///< number of failures that the top of the plot represents
    TimePoint from{}; ///< time at the left edge
    Millis each{};

    double xOf(TimePoint at) const
    {
        return area.left() + double((at - from).count()) / double(std::max<qint64>(1, each.count())) * bar;
    }
    double heightOf(int failures) const { return double(failures) / top * area.height(); }
};

TrendBars::TrendBars(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_plotHeight(plotAtFirst)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void TrendBars::show(const FailureGroup& group, TimePoint now, bool isNew)
{
    FailureTrend shown = group.trend;
    if (shown.each() > Millis(0))
        shown.add(std::max(now, shown.from()), 0); // extends the bars to the current time
    m_bins.assign(shown.bins().begin(), shown.bins().end());
    m_from = shown.from();
    m_each = shown.each();
    std::map<QueueName, Layer> byQueue;
    for (const FailureGroup::Share& share : group.shares) {
        Layer& layer = byQueue[share.queue];
        layer.name = printable(share.queue, 40);
        layer.tasks += share.tasks;
        layer.bins.resize(FailureTrend::mostBins);
        const FailureTrend::Bins bins = share.trend.over(shown);
        std::transform(bins.begin(), bins.end(), layer.bins.begin(), layer.bins.begin(), std::plus<>());
    }
    m_layers.clear();
    for (auto& [queue, layer] : byQueue)
        m_layers.push_back(std::move(layer));
    std::stable_sort(
        m_layers.begin(), m_layers.end(), [](const Layer& one, const Layer& other) { return one.tasks > other.tasks; });
    while (m_layers.size() > mostLayers + 1) {
        Layer last = std::move(m_layers.back());
        m_layers.pop_back();
        Layer& others = m_layers.back();
        others.name = tr("others", "queues");
        others.tasks += last.tasks;
        std::transform(last.bins.begin(), last.bins.end(), others.bins.begin(), others.bins.begin(), std::plus<>());
    }
    if (m_layers.empty()) // a resolved group no longer has queues
        m_layers.push_back({{}, 0, m_bins});
    if (m_each > Millis(0)) {
        const auto begun = std::clamp<qint64>((now - m_from) / m_each + 1, 1, qint64(m_bins.size()));
        m_bins.resize(std::size_t(begun));
    }
    m_first = group.first;
    m_now = now;
    m_isNew = isNew && m_first != TimePoint();
    setAccessibleName(tr("Trend: %1").arg(words()));
    setToolTip(plainTextToolTip(words()));
    update();
}

void TrendBars::setPlotHeight(int height)
{
    if (std::exchange(m_plotHeight, height) != height)
        updateGeometry();
}

QString TrendBars::words() const
{
    if (m_each <= Millis(0) || m_bins.empty())
        return tr("No data yet");
    return tr("at most %1 per %2 since %3")
        .arg(Formatting::count(*std::max_element(m_bins.begin(), m_bins.end())), Formatting::duration(m_each),
            m_formatting.instant(m_from, m_now));
}

QStringList TrendBars::queues() const
{
    QStringList names;
    for (const Layer& layer : m_layers)
        names << layer.name;
    return names;
}

QSize TrendBars::sizeHint() const { return {480, chartHeadHeight + marksHeight + m_plotHeight + timesHeight}; }

QSize TrendBars::minimumSizeHint() const
{
    return {240, chartHeadHeight + marksHeight + std::min(m_plotHeight, leastPlot) + timesHeight};
}

/// Returns the color of a queue's bars. The second and third queues have paler colors, and all others are gray.
QColor TrendBars::colorOf(std::size_t layer) const
{
    const Tokens& t = m_theme.tokens();
    const QColor& fill = t.of(TaskState::Failed).fill;
    return layer == 0 ? fill
        : layer == 1  ? mixed(fill, t.surface, 0.5)
        : layer == 2  ? mixed(fill, t.surface, 0.24)
                      : t.lineStrong;
}

void TrendBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintHead(painter);
    if (m_each <= Millis(0) || m_bins.empty())
        return;
    Plot plot;
    const int most = std::max(1, *std::max_element(m_bins.begin(), m_bins.end()));
    plot.step = gridStep(most);
    plot.top = plot.step * std::max(1, (most + plot.step - 1) / plot.step);
    const QFontMetrics metrics(m_theme.font(-2));
    const int numbers = metrics.horizontalAdvance(Formatting::count(plot.top)) + 10;
    plot.area = QRectF(chartEdge + numbers, chartHeadHeight + marksHeight, width() - 2 * chartEdge - numbers,
        height() - chartHeadHeight - marksHeight - timesHeight);
    if (plot.area.width() < 40 || plot.area.height() < 10)
        return;
    plot.each = m_each;
    plot.bar = std::min<double>(widestTrendBar, plot.area.width() / (double(m_bins.size()) + leadBars()));
    // The bars end at the right edge, so that the current time doesn't move.
    plot.firstBar = plot.area.right() - plot.bar * double(m_bins.size());
    plot.from = m_from - Millis(qint64((plot.firstBar - plot.area.left()) / plot.bar * double(m_each.count())));
    paintGrid(painter, plot);
    paintTimes(painter, plot);
    paintBars(painter, plot);
    paintBefore(painter, plot);
    paintMarks(painter, plot);
}

/// Returns the width of the space before the first bar, in bars.
double TrendBars::leadBars() const { return m_isNew ? std::max(3.0, std::ceil(double(m_bins.size()) * leadShare)) : 0; }

QString TrendBars::wordsBefore() const
{
    if (!m_isNew)
        return {};
    const TimePoint from = m_from - Millis(qint64(leadBars() * double(m_each.count())));
    if (m_storedSince && *m_storedSince > from)
        return tr("not stored before %1").arg(m_formatting.brief(*m_storedSince, m_now));
    return tr("none stored before");
}

/// Says in the space before the first bar whether there may have been failures before.
void TrendBars::paintBefore(QPainter& painter, const Plot& plot) const
{
    painter.setFont(m_theme.font(-1));
    const QString words = wordsBefore();
    const QFontMetrics metrics = painter.fontMetrics();
    const double room = plot.firstBar - plot.area.left() - 16;
    if (words.isEmpty() || metrics.horizontalAdvance(words) > room)
        return;
    painter.setPen(m_theme.tokens().text3);
    painter.drawText(QRectF(plot.area.left() + 8, plot.area.bottom() - metrics.height() - 6, room, metrics.height()),
        Qt::AlignCenter, words);
}

void TrendBars::paintHead(QPainter& painter) const
{
    const Tokens& t = m_theme.tokens();
    const QRect row(chartEdge, 0, width() - 2 * chartEdge, chartHeadHeight);
    painter.setFont(m_theme.font(0, QFont::DemiBold));
    painter.setPen(t.text);
    const QString title = tr("Failures");
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, title);
    int left = chartEdge + painter.fontMetrics().horizontalAdvance(title) + 8;
    painter.setFont(m_theme.font(-1));
    const QFontMetrics metrics = painter.fontMetrics();
    if (m_each > Millis(0)) {
        const QString each = tr("%1 per bar", "a duration").arg(Formatting::duration(m_each));
        painter.setPen(t.text3);
        painter.drawText(row.adjusted(left - chartEdge, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, each);
        left += metrics.horizontalAdvance(each) + 16;
    }
    // The legend starts with the largest queue and omits queues that don't fit.
    const QFontMetrics strong(m_theme.font(-1, QFont::DemiBold));
    int wide = 0;
    std::size_t shown = 0;
    for (const Layer& layer : m_layers) {
        if (layer.name.isEmpty())
            break;
        const int more = queueSquare + 6 + metrics.horizontalAdvance(layer.name) + 6
            + strong.horizontalAdvance(Formatting::count(layer.tasks)) + (shown > 0 ? 16 : 0);
        if (left + wide + more > width() - chartEdge)
            break;
        wide += more;
        ++shown;
    }
    int x = width() - chartEdge - wide;
    for (std::size_t i = 0; i < shown; ++i) {
        const Layer& layer = m_layers[i];
        const QRect square(x, chartHeadHeight / 2 - queueSquare / 2, queueSquare, queueSquare);
        painter.fillRect(square, t.of(TaskState::Failed).edge);
        painter.fillRect(square.adjusted(1, 1, -1, -1), colorOf(i));
        x += queueSquare + 6;
        painter.setPen(t.text2);
        painter.setFont(m_theme.font(-1));
        painter.drawText(QRect(x, 0, width(), chartHeadHeight), Qt::AlignLeft | Qt::AlignVCenter, layer.name);
        x += metrics.horizontalAdvance(layer.name) + 6;
        painter.setPen(t.text);
        painter.setFont(m_theme.font(-1, QFont::DemiBold));
        painter.drawText(
            QRect(x, 0, width(), chartHeadHeight), Qt::AlignLeft | Qt::AlignVCenter, Formatting::count(layer.tasks));
        x += strong.horizontalAdvance(Formatting::count(layer.tasks)) + 16;
    }
}

void TrendBars::paintGrid(QPainter& painter, const Plot& plot) const
{
    const Tokens& t = m_theme.tokens();
    painter.fillRect(plot.area, t.past);
    painter.setFont(m_theme.font(-2));
    const int lineHeight = painter.fontMetrics().height();
    const bool isTight = plot.area.height() / (double(plot.top) / plot.step) < lineHeight;
    for (int value = 0; value <= plot.top; value += plot.step) {
        const int y = int(std::lround(plot.area.bottom() - plot.heightOf(value)));
        painter.fillRect(QRectF(plot.area.left(), y, plot.area.width(), 1), value == 0 ? t.lineStrong : t.line);
        if (isTight && value != 0 && value != plot.top)
            continue;
        painter.setPen(t.text3);
        painter.drawText(QRectF(0, y - lineHeight / 2.0, plot.area.left() - 8, lineHeight),
            Qt::AlignRight | Qt::AlignVCenter, Formatting::count(value));
    }
}

/// Labels round local times below the baseline.
void TrendBars::paintTimes(QPainter& painter, const Plot& plot) const
{
    const Tokens& t = m_theme.tokens();
    painter.setFont(m_theme.font(-2));
    const QFontMetrics metrics = painter.fontMetrics();
    const auto until = plot.from + Millis(qint64(plot.area.width() / plot.bar * double(m_each.count())));
    const bool isOfDays = until - plot.from > std::chrono::hours(36);
    const auto label = [&](TimePoint at) {
        return isOfDays ? m_formatting.day(at) : m_formatting.clock(at, std::chrono::minutes(1));
    };
    const int wide = metrics.horizontalAdvance(label(plot.from)) + leastBetweenTimes;
    Millis step = timeStep(Millis(qint64(wide / plot.bar * double(m_each.count()))));
    if (isOfDays)
        step = std::max(step, Millis(std::chrono::hours(24)));
    const Millis offset(qint64(m_formatting.local(plot.from).offsetFromUtc()) * 1000);
    const qint64 local = toMs(plot.from) + offset.count();
    const qint64 first = (local + step.count() - 1) / step.count() * step.count() - offset.count();
    for (qint64 at = first; at <= toMs(until); at += step.count()) {
        const double x = plot.xOf(fromMs(at));
        const QString text = label(fromMs(at));
        const double half = metrics.horizontalAdvance(text) / 2.0;
        painter.fillRect(QRectF(x, plot.area.bottom() + 1, 1, 4), t.lineStrong);
        if (x - half < chartEdge || x + half > width() - 4)
            continue;
        painter.setPen(t.text3);
        painter.drawText(QRectF(x - half - 2, plot.area.bottom() + 6, 2 * half + 4, timesHeight - 6),
            Qt::AlignHCenter | Qt::AlignTop, text);
    }
}

void TrendBars::paintBars(QPainter& painter, const Plot& plot) const
{
    const QColor& outline = m_theme.tokens().of(TaskState::Failed).edge;
    const double gap = plot.bar >= 6 ? 2 : plot.bar >= 3 ? 1 : 0;
    for (std::size_t bin = 0; bin < m_bins.size(); ++bin) {
        const int left = int(std::lround(plot.firstBar + plot.bar * double(bin)));
        const int right = int(std::lround(plot.firstBar + plot.bar * double(bin + 1) - gap));
        int below = 0;
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            const int failures = m_layers[i].bins[bin];
            if (failures == 0)
                continue;
            const int bottom = int(std::lround(plot.area.bottom() - plot.heightOf(below)));
            int top = int(std::lround(plot.area.bottom() - plot.heightOf(below + failures)));
            top = std::min(top, bottom - 2); // keep a single failure visible next to bars with thousands
            const QRect bar(left, top, std::max(1, right - left), bottom - top);
            painter.fillRect(bar, colorOf(i));
            if (bar.width() > 3) {
                painter.setPen(outline);
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(bar.adjusted(0, 0, -1, -1));
            } else {
                painter.fillRect(QRect(bar.left(), bar.top(), bar.width(), 1), outline);
            }
            below += failures;
        }
    }
}

/// Marks the first failure of a new group and the current time, with labels above the plot.
void TrendBars::paintMarks(QPainter& painter, const Plot& plot) const
{
    const Tokens& t = m_theme.tokens();
    painter.setFont(m_theme.font(-2, QFont::DemiBold));
    const QFontMetrics metrics = painter.fontMetrics();
    const double labelTop = chartHeadHeight + (marksHeight - markLabel) / 2.0 - 2;
    const QString nowWords = tr("Now %1").arg(m_formatting.clock(m_now, std::chrono::seconds(1)));
    const double now = std::clamp(plot.xOf(m_now), plot.area.left(), plot.area.right());
    const double nowWide = metrics.horizontalAdvance(nowWords) + 16;
    const QRectF nowLabel(std::min(now - nowWide / 2, width() - 4 - nowWide), labelTop, nowWide, markLabel);
    painter.fillRect(QRectF(now - 1, nowLabel.bottom(), 2, plot.area.bottom() - nowLabel.bottom()), t.text);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.text);
    painter.drawRoundedRect(nowLabel, 3, 3);
    painter.setPen(t.surface);
    painter.drawText(nowLabel, Qt::AlignCenter, nowWords);
    if (!m_isNew)
        return;
    const QColor& ink = t.of(TaskState::Failed).text;
    const QString words = tr("New since %1").arg(m_formatting.instant(m_first, m_now));
    const double wide = metrics.horizontalAdvance(words) + 16;
    const double x = plot.firstBar - 1;
    const QRectF label(std::max(plot.area.left(), x - wide - 8), labelTop, wide, markLabel);
    painter.setPen(QPen(ink, 1.5, Qt::DashLine));
    const bool hasRoom = label.right() + 8 <= nowLabel.left();
    painter.drawLine(QPointF(x, hasRoom ? labelTop : plot.area.top()), QPointF(x, plot.area.bottom()));
    if (!hasRoom)
        return;
    painter.setPen(QPen(ink, 1));
    painter.setBrush(t.surface);
    painter.drawRoundedRect(label.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.drawText(label, Qt::AlignCenter, words);
}

} // namespace dueline
