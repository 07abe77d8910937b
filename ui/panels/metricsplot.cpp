// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metricsplot.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinepainter.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

constexpr int mostRuns = 60; ///< of one line; more gaps than that are drawn as points
constexpr qsizetype typeLength = 22;
constexpr int axisGap = 7; ///< between an axis and its words
constexpr int tickLength = 4;
constexpr int labelDistance = 30; ///< between two durations
constexpr int wordDistance = 8; ///< between two words below the plot
constexpr int nameRow = 26; ///< a bar with its name above it
constexpr double mostBar = 22; ///< a bar of failures is no higher

/// The place of a duration on the axis: powers of two are evenly apart, 0 ms stands at 0.
double placeOf(double ms) { return std::log2(ms + 1); }

constexpr std::array<qint64, 12> durationTicks{
    0, 1, 10, 100, 1000, 10'000, 60'000, 600'000, 3'600'000, 21'600'000, 86'400'000, 604'800'000};

/// A round number with room for the highest below it.
double roundMaximum(double highest)
{
    const double ten = std::pow(10, std::ceil(std::log10(std::max(highest, 0.001))));
    for (const double part : {0.2, 0.4}) {
        if (highest <= ten * part)
            return ten * part;
    }
    return ten;
}

QString numberText(double value)
{
    const auto whole = qint64(std::llround(value));
    return std::abs(value - double(whole)) < 1e-9 ? Formatting::count(whole) : QLocale().toString(value, 'g', 3);
}

} // namespace

MetricsPlot::MetricsPlot(const Theme& theme, const Formatting& formatting, MetricsKind kind, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_kind(kind)
{
    setFocusPolicy(Qt::NoFocus); // the table is its twin for the keyboard and for screen readers
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

Qt::PenStyle MetricsPlot::dash(std::size_t share)
{
    return share == 0 ? Qt::SolidLine : share == 1 ? Qt::DashLine : Qt::DotLine;
}

QColor MetricsPlot::lineColor(const Theme& theme, MetricsKind kind)
{
    return theme.tokens().of(kind == MetricsKind::Lateness ? TaskState::Due : TaskState::Leased).text;
}

void MetricsPlot::setData(const MetricsData& data)
{
    m_data = data;
    update(); // also where the words alone are others: the language, the zone
}

double MetricsPlot::device(double value) const
{
    const qreal ratio = devicePixelRatioF();
    return std::round(value * ratio) / ratio;
}

QFontMetrics MetricsPlot::metrics() const { return QFontMetrics(m_theme.font(-2)); }

MetricsPlot::Shape MetricsPlot::shape() const
{
    Shape shape;
    if (m_kind == MetricsKind::Throughput)
        shapeThroughput(shape);
    else if (m_kind == MetricsKind::Failures)
        shapeFailures(shape);
    else
        shapePercentiles(shape);
    return shape;
}

/// Room for the words around it.
void MetricsPlot::setPlot(Shape& shape, const QStringList& atTheLeft) const
{
    int wide = 0;
    for (const QString& text : atTheLeft)
        wide = std::max(wide, metrics().horizontalAdvance(text));
    const int left = wide == 0 ? 12 : 4 + wide + axisGap;
    const int right = m_kind == MetricsKind::Failures ? 18 : 8; // the highest number stands half beyond
    const int top = metrics().height() / 2 + 2;
    const int bottom = axisGap + metrics().height() + 2;
    shape.plot = QRectF(left, top, std::max(1, width() - left - right), std::max(1, height() - top - bottom));
}

void MetricsPlot::shapeTimes(Shape& shape) const
{
    const TimelineScale scale(m_data.range, shape.plot.left(), shape.plot.width());
    double taken = 0;
    for (const AxisTick& tick : scale.ticks(m_formatting.zone(), 64)) {
        const QString text = tick.midnight ? m_formatting.day(tick.at) : m_formatting.clock(tick.at, Millis(60'000));
        const double x = scale.x(tick.at);
        const double half = metrics().horizontalAdvance(text) / 2.0;
        // The first begins at the plot, so that it is no second line of what stands left of it.
        const double begin = std::clamp(x - half, shape.plot.left(), std::max(shape.plot.left(), width() - 2 * half));
        if (begin < taken)
            continue;
        taken = begin + 2 * half + wordDistance;
        shape.below.push_back({text, x});
    }
}

void MetricsPlot::shapeThroughput(Shape& shape) const
{
    const double seconds = double(m_data.step.count()) / 1000;
    double highest = 0;
    for (const StatisticsBin& bin : m_data.bins)
        highest = std::max(highest, double(bin.done() + bin.failed()) / seconds);
    const double top = roundMaximum(highest);
    QStringList words;
    for (const double value : {0.0, top / 2, top})
        words << tr("%1/s", "tasks per second").arg(numberText(value));
    setPlot(shape, words);
    const QRectF& plot = shape.plot;
    for (qsizetype i = 0; i < words.size(); ++i)
        shape.left.push_back({words[i], plot.bottom() - plot.height() * double(i) / 2});
    shapeTimes(shape);
    const double each = plot.width() / std::max(1.0, double(m_data.bins.size()));
    const auto high = [&](double value) { return value <= 0 ? 0 : std::max(2.0, value * plot.height() / top); };
    for (std::size_t i = 0; i < m_data.bins.size(); ++i) {
        const StatisticsBin& bin = m_data.bins[i];
        const double left = device(plot.left() + each * double(i));
        const double right = std::max(left + 1, device(plot.left() + each * double(i + 1)) - 1);
        // Failures stand on the baseline, and a gap is above them, as in the timeline.
        double y = plot.bottom();
        for (const TaskState state : {TaskState::Failed, TaskState::Done}) {
            const double value = double(state == TaskState::Done ? bin.done() : bin.failed()) / seconds;
            if (value <= 0)
                continue;
            const double h = device(high(value));
            shape.bars.push_back({state, value, QRectF(left, y - h, right - left, h)});
            y -= h + 1;
        }
    }
}

void MetricsPlot::shapePercentiles(Shape& shape) const
{
    double lowest = 1e12;
    double highest = 0;
    std::array<std::vector<std::pair<int, double>>, MetricsData::shares.size()> lines;
    for (std::size_t i = 0; i < m_data.bins.size(); ++i) {
        const StatisticsBin& bin = m_data.bins[i];
        for (std::size_t share = 0; share < lines.size(); ++share) {
            const auto ms
                = percentile(m_kind == MetricsKind::Lateness ? bin.lateness : bin.runTime, MetricsData::shares[share]);
            if (!ms)
                continue;
            lines[share].emplace_back(int(i), *ms);
            lowest = std::min(lowest, *ms);
            highest = std::max(highest, *ms);
        }
    }
    lowest = std::min(lowest, highest);
    std::size_t first = 0;
    while (first + 2 < durationTicks.size() && double(durationTicks[first + 1]) <= lowest)
        ++first;
    std::size_t last = first + 1;
    while (last + 1 < durationTicks.size() && double(durationTicks[last]) < highest)
        ++last;
    QStringList words;
    for (std::size_t i = first; i <= last; ++i)
        words << Formatting::duration(Millis(durationTicks[i]));
    setPlot(shape, words);
    const QRectF& plot = shape.plot;
    const double low = placeOf(double(durationTicks[first]));
    const double span = placeOf(double(durationTicks[last])) - low;
    const auto yOf = [&](double ms) { return plot.bottom() - (placeOf(ms) - low) * plot.height() / span; };
    // The ends are always named, what lies between them where there is room.
    shape.left.push_back({words.front(), plot.bottom()});
    for (std::size_t i = last; i > first; --i) {
        const double y = yOf(double(durationTicks[i]));
        const bool near = shape.left.size() > 1 && y - shape.left.back().place < labelDistance;
        if (i == last || (!near && plot.bottom() - y >= labelDistance))
            shape.left.push_back({words[qsizetype(i - first)], y});
    }
    shapeTimes(shape);
    const double each = plot.width() / std::max(1.0, double(m_data.bins.size()));
    for (std::size_t share = 0; share < lines.size(); ++share) {
        int before = -2;
        for (const auto& [step, ms] : lines[share]) {
            if (step != before + 1)
                shape.runs.push_back({share, {}});
            shape.runs.back().points.emplace_back(plot.left() + each * (step + 0.5), yOf(ms));
            before = step;
        }
    }
}

void MetricsPlot::shapeFailures(Shape& shape) const
{
    auto failures = m_data.failures(); // most first
    failures.resize(std::min<std::size_t>(failures.size(), shownTypes));
    const double top = std::max(2.0, roundMaximum(failures.empty() ? 0 : double(failures.front().second)));
    // Names of types are long: where there is height, each stands above its bar.
    setPlot(shape, {});
    const double rows = std::max(1.0, double(failures.size()));
    const bool above = shape.plot.height() / rows >= nameRow;
    QStringList names;
    for (const auto& [type, count] : failures)
        names << printable(type, above ? 2 * typeLength : typeLength);
    if (!above)
        setPlot(shape, names);
    const QRectF& plot = shape.plot;
    for (const double value : {0.0, top / 2, top})
        shape.below.push_back({numberText(value), plot.left() + plot.width() * value / top});
    const double row = plot.height() / rows;
    const double name = above ? metrics().height() : 0;
    const double high = std::min(mostBar, (row - name) * (above ? 0.84 : 0.6));
    for (std::size_t i = 0; i < failures.size(); ++i) {
        const double y = device(plot.top() + row * double(i) + (row - name - high) / 2 + name);
        const double wide = std::max(2.0, device(double(failures[i].second) * plot.width() / top));
        shape.bars.push_back(
            {TaskState::Failed, double(failures[i].second), QRectF(plot.left(), y, wide, device(high))});
        if (above)
            shape.names.push_back({names[qsizetype(i)], y});
        else
            shape.left.push_back({names[qsizetype(i)], y + high / 2});
    }
}

void MetricsPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Tokens& t = m_theme.tokens();
    painter.fillRect(rect(), t.surface);
    if (m_data.range.isEmpty())
        return; // nothing was read: axes would say that nothing happened
    const Shape shape = this->shape();
    paintAxes(painter, shape);
    const TimelinePainter bands(m_theme, m_formatting, size(), devicePixelRatioF());
    for (const Bar& bar : shape.bars)
        bands.paintBand(painter, bar.rect, bar.state, false, {});
    paintRuns(painter, shape);
    painter.setFont(m_theme.font(-2));
    painter.setPen(t.text2);
    for (const Label& name : shape.names) {
        const QRectF room(
            shape.plot.left() + 4, name.place - metrics().height() - 1, shape.plot.width() - 4, metrics().height());
        painter.drawText(room, Qt::AlignBottom | Qt::AlignLeft | Qt::TextSingleLine,
            metrics().elidedText(name.text, Qt::ElideMiddle, int(room.width())));
    }
    // What the bars stand on, over their ends.
    if (m_kind == MetricsKind::Failures)
        painter.fillRect(QRectF(shape.plot.left() - 1, shape.plot.top(), 1, shape.plot.height()), t.lineStrong);
    else
        painter.fillRect(QRectF(shape.plot.left(), shape.plot.bottom(), shape.plot.width(), 1), t.lineStrong);
}

void MetricsPlot::paintAxes(QPainter& painter, const Shape& shape) const
{
    const Tokens& t = m_theme.tokens();
    const QRectF& plot = shape.plot;
    const int high = metrics().height();
    const bool counts = m_kind == MetricsKind::Failures; // its numbers lie below it
    painter.setFont(m_theme.font(-2));
    for (const Label& label : shape.left) {
        if (!counts && label.place < plot.bottom() - 1)
            painter.fillRect(QRectF(plot.left(), device(label.place), plot.width(), 1), t.line);
        painter.setPen(t.text3);
        painter.drawText(QRectF(0, label.place - high / 2.0, plot.left() - axisGap, high),
            Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, label.text);
    }
    for (const Label& label : shape.below) {
        const double x = device(label.place);
        if (!counts)
            painter.fillRect(QRectF(x, plot.bottom() + 1, 1, tickLength), t.lineStrong);
        else if (x > plot.left())
            painter.fillRect(QRectF(x, plot.top(), 1, plot.height()), t.line);
        const double wide = metrics().horizontalAdvance(label.text) + 2;
        const double least = counts ? 0 : plot.left();
        const double left = std::clamp(x - wide / 2, least, std::max(least, width() - wide));
        painter.setPen(t.text3);
        painter.drawText(QRectF(left, plot.bottom() + axisGap, wide, high),
            Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine, label.text);
    }
}

void MetricsPlot::paintRuns(QPainter& painter, const Shape& shape) const
{
    std::array<int, MetricsData::shares.size()> runs{};
    for (const Run& run : shape.runs)
        ++runs[run.share];
    const QColor color = lineColor(m_theme, m_kind);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const Run& run : shape.runs) {
        if (run.points.size() == 1 || runs[run.share] > mostRuns) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            for (const QPointF& point : run.points)
                painter.drawEllipse(point, run.share == 0 ? 2.5 : 2, run.share == 0 ? 2.5 : 2);
            continue;
        }
        QPainterPath path(run.points.front());
        for (std::size_t i = 1; i < run.points.size(); ++i)
            path.lineTo(run.points[i]);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, run.share == 0 ? 2 : 1.5, dash(run.share), Qt::FlatCap, Qt::RoundJoin));
        painter.drawPath(path);
    }
    painter.restore();
}

QString MetricsPlot::tip(int step) const
{
    const MetricsSheet sheet = m_data.sheet(m_kind, m_formatting);
    // Sheets of time have the newest first, sheets of failures the most.
    const bool failures = m_kind == MetricsKind::Failures;
    const int shown = failures ? std::min<int>(int(sheet.rows.size()), shownTypes) : int(sheet.rows.size());
    if (step < 0 || step >= shown)
        return {};
    const QStringList& row = sheet.rows[std::size_t(failures ? step : shown - 1 - step)];
    QString text = QStringLiteral("<b>%1</b>").arg(row[0].toHtmlEscaped());
    for (qsizetype i = 1; i < row.size(); ++i)
        text += QStringLiteral("<br>%1: %2").arg(sheet.headers[i].toHtmlEscaped(), row[i].toHtmlEscaped());
    return text;
}

void MetricsPlot::mouseMoveEvent(QMouseEvent* event)
{
    const Shape shape = this->shape();
    const QRectF& plot = shape.plot;
    const QPointF at = event->position();
    if (m_data.range.isEmpty() || !plot.contains(at)) {
        QToolTip::hideText();
        return;
    }
    const bool failures = m_kind == MetricsKind::Failures;
    const double part = failures ? (at.y() - plot.top()) / plot.height() : (at.x() - plot.left()) / plot.width();
    const double steps = failures ? double(shape.bars.size()) : double(m_data.bins.size());
    QToolTip::showText(event->globalPosition().toPoint(), tip(int(part * steps)), this);
}

} // namespace dueline
