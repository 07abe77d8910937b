// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics/metricsplot.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinepainter.h"

#include <QGraphicsLayout>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QHorizontalBarSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QStackedBarSeries>

#include <algorithm>
#include <cmath>
#include <memory>

namespace dueline {

namespace {

constexpr int mostRuns = 60; ///< maximum number of segments in a line; lines with more are drawn as points
constexpr qsizetype typeLength = 22;
constexpr int labelGap = 30; ///< minimum distance between duration labels in pixels
constexpr int axisHeight = 26; ///< height in pixels of the numbers below the bars
constexpr int nameRow = 26; ///< height in pixels of a bar with its name above it

/// Returns a duration's position on the axis, where powers of two are equally spaced and 0 ms is at 0.
double placeOf(double ms) { return std::log2(ms + 1); }

constexpr std::array<qint64, 12> durationTicks{
    0, 1, 10, 100, 1000, 10'000, 60'000, 600'000, 3'600'000, 21'600'000, 86'400'000, 604'800'000};

/// Returns the fill for a state, as in the timeline: failed tasks are hatched in high contrast. `ratio`: device pixel
/// ratio.
QBrush stateBrush(const Theme& theme, TaskState state, qreal ratio)
{
    const Tokens& t = theme.tokens();
    QBrush brush(t.of(state).fill);
    if (!t.highContrast || state != TaskState::Failed)
        return brush;
    // Use a whole number of device pixels, so that there are no seams between tiles.
    constexpr double tile = 4 * hatchPitch;
    const int size = int(std::lround(tile * ratio));
    QPixmap texture(size, size);
    texture.fill(t.of(state).fill);
    QPainter painter(&texture);
    painter.scale(size / tile, size / tile);
    hatch(painter, QRectF(0, 0, tile, tile), t.of(state).edge, false);
    painter.end();
    brush.setTexture(texture);
    brush.setTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
    return brush;
}

} // namespace

MetricsPlot::MetricsPlot(const Theme& theme, const Formatting& formatting, MetricsKind kind, QWidget* parent)
    : QChartView(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_kind(kind)
{
    setFrameShape(QFrame::NoFrame);
    // The plot needs no focus: keyboard and screen reader users can use the table.
    setFocusPolicy(Qt::NoFocus);
    setRubberBand(QChartView::NoRubberBand);
    setMouseTracking(true);
    setRenderHint(QPainter::Antialiasing,
        kind == MetricsKind::Lateness || kind == MetricsKind::RunTime); // bars need no antialiasing
    connect(&theme, &Theme::changed, this, &MetricsPlot::draw);
    draw();
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
    const QString words = QLocale().name() + u' ' + QString::fromUtf8(m_formatting.zone().id());
    if (data == m_data && words == m_words)
        return;
    m_data = data;
    m_words = words;
    draw();
}

void MetricsPlot::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    if (std::abs(width() - m_drawnSize.width()) > 40 || std::abs(height() - m_drawnSize.height()) > 20)
        draw(); // more or fewer labels may fit at the new size
}

void MetricsPlot::draw()
{
    m_drawnSize = size();
    // Create a new chart each time, because labels of removed axes remain until the event loop is idle.
    const std::unique_ptr<QChart> old(chart());
    setChart(new QChart);
    chart()->legend()->hide();
    chart()->setMargins({4, 4, m_kind == MetricsKind::Failures ? 14 : 2, 0});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundVisible(false);
    chart()->setAnimationOptions(QChart::NoAnimation);
    setBackgroundBrush(m_theme.tokens().surface);
    if (m_kind == MetricsKind::Throughput)
        drawThroughput();
    else if (m_kind == MetricsKind::Failures)
        drawFailures();
    else
        drawPercentiles();
    // Lay out the chart immediately; otherwise, the next frame would have no axes.
    chart()->resize(viewport()->size());
    chart()->layout()->activate();
}

void MetricsPlot::applyTheme(QAbstractAxis* axis, bool grid) const
{
    const Tokens& t = m_theme.tokens();
    axis->setLabelsFont(m_theme.font(-2));
    axis->setLabelsBrush(t.text3);
    axis->setLinePen(QPen(t.lineStrong, 1));
    axis->setGridLineVisible(grid);
    axis->setGridLinePen(QPen(t.line, 1));
}

QAbstractAxis* MetricsPlot::timeAxis()
{
    auto* axis = new QCategoryAxis;
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    const double steps = double(m_data.bins.size());
    axis->setRange(-0.5, std::max(0.5, steps - 0.5));
    axis->setStartValue(-1);
    const int wide = std::max(120, width() - 60); // approximate width of the plot in pixels
    const TimelineScale scale(m_data.range, 0, wide);
    const QFontMetrics metrics(m_theme.font(-2));
    for (const AxisTick& tick : scale.ticks(m_formatting.zone(), 64)) {
        const QString word = tick.midnight ? m_formatting.day(tick.at) : m_formatting.clock(tick.at, Millis(60'000));
        // Omit labels that would be clipped or overlap the other axis's labels.
        const double half = metrics.horizontalAdvance(word) / 2.0;
        const double x = scale.x(tick.at);
        const double place = double((tick.at - m_data.range.from).count()) / double(m_data.step.count()) - 0.5;
        if (x >= half && x + half <= wide)
            axis->append(word, place);
    }
    applyTheme(axis, false);
    chart()->addAxis(axis, Qt::AlignBottom);
    return axis;
}

QAbstractAxis* MetricsPlot::countAxis(double highest, Qt::Alignment side)
{
    auto* axis = new QCategoryAxis;
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    // Round the maximum up, so that the highest value fits and the middle can be labeled too.
    double top = std::pow(10, std::ceil(std::log10(std::max(highest, 0.001))));
    for (const double part : {0.2, 0.4}) {
        if (highest <= top * part) {
            top *= part;
            break;
        }
    }
    if (side == Qt::AlignBottom)
        top = std::max(2.0, top);
    axis->setRange(0, top);
    axis->setStartValue(-top);
    for (const double value : {0.0, top / 2, top}) {
        const bool whole = value == std::floor(value);
        const QString number = whole ? Formatting::count(qint64(value)) : QLocale().toString(value, 'g', 3);
        axis->append(m_kind == MetricsKind::Throughput ? tr("%1/s", "tasks per second").arg(number) : number, value);
    }
    applyTheme(axis, true);
    if (side == Qt::AlignLeft)
        axis->setLineVisible(false); // also hides the ticks, which touch the numbers and look like dashes
    chart()->addAxis(axis, side);
    return axis;
}

QAbstractAxis* MetricsPlot::durationAxis(double lowest, double highest)
{
    auto* axis = new QCategoryAxis;
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    std::size_t first = 0;
    while (first + 2 < durationTicks.size() && double(durationTicks[first + 1]) <= lowest)
        ++first;
    std::size_t last = first + 1;
    while (last + 1 < durationTicks.size() && double(durationTicks[last]) < highest)
        ++last;
    axis->setRange(placeOf(double(durationTicks[first])), placeOf(double(durationTicks[last])));
    axis->setStartValue(placeOf(double(durationTicks[first])) - 1);
    // Use only labels that fit. If any two labels are too close, the library draws all labels as dots.
    const double lowestPlace = placeOf(double(durationTicks[first]));
    const double perPixel = (placeOf(double(durationTicks[last])) - lowestPlace) / std::max(40, height() - 36);
    const auto distance = [](std::size_t above, std::size_t below) {
        return placeOf(double(durationTicks[above])) - placeOf(double(durationTicks[below]));
    };
    std::vector<std::size_t> labelled{last};
    for (std::size_t i = last; i-- > first;) {
        if (distance(labelled.back(), i) >= labelGap * perPixel)
            labelled.push_back(i);
    }
    if (labelled.back() != first) { // prefer a label on the baseline to one just above it
        if (labelled.size() > 1)
            labelled.back() = first;
        else
            labelled.push_back(first);
    }
    for (auto i = labelled.rbegin(); i != labelled.rend(); ++i)
        axis->append(Formatting::duration(Millis(durationTicks[*i])), placeOf(double(durationTicks[*i])));
    applyTheme(axis, true);
    axis->setLineVisible(false); // also hides the ticks, which look like dashes
    chart()->addAxis(axis, Qt::AlignLeft);
    return axis;
}

void MetricsPlot::drawThroughput()
{
    const Tokens& t = m_theme.tokens();
    auto* series = new QStackedBarSeries;
    double highest = 0;
    const double seconds = double(m_data.step.count()) / 1000;
    // Failures are at the baseline, as in the timeline.
    for (const TaskState state : {TaskState::Failed, TaskState::Done}) {
        auto* set = new QBarSet(Formatting::stateWord(state));
        // Bars of completed tasks are pale with an edge, as they are in the timeline, because those tasks are in the
        // past.
        const QBrush fill = state == TaskState::Done && !t.highContrast
            ? QBrush(mixed(t.of(state).fill, t.surface, t.dark ? 0.45 : 0.38))
            : stateBrush(m_theme, state, devicePixelRatioF());
        set->setBrush(fill);
        set->setBorderColor(m_data.bins.size() > 60 ? fill.color() : t.of(state).edge);
        for (const StatisticsBin& bin : m_data.bins) {
            set->append(double(state == TaskState::Done ? bin.done() : bin.failed()) / seconds);
            highest = std::max(highest, double(bin.done() + bin.failed()) / seconds);
        }
        series->append(set);
    }
    series->setBarWidth(0.8);
    chart()->addSeries(series);
    series->attachAxis(timeAxis());
    series->attachAxis(countAxis(highest, Qt::AlignLeft));
}

void MetricsPlot::drawPercentiles()
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
    QAbstractAxis* x = timeAxis();
    QAbstractAxis* y = durationAxis(std::min(lowest, highest), highest);
    for (std::size_t share = 0; share < lines.size(); ++share)
        addLine(lines[share], share, x, y);
}

void MetricsPlot::addLine(
    const std::vector<std::pair<int, double>>& points, std::size_t share, QAbstractAxis* x, QAbstractAxis* y)
{
    const QColor color = lineColor(m_theme, m_kind);
    const auto add = [&](QXYSeries* series) {
        series->setColor(color);
        chart()->addSeries(series);
        series->attachAxis(x);
        series->attachAxis(y);
    };
    int runs = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        runs += i == 0 || points[i].first != points[i - 1].first + 1;
    auto* lone = new QScatterSeries;
    lone->setMarkerSize(share == 0 ? 5 : 4);
    lone->setBorderColor(color);
    for (std::size_t begin = 0; begin < points.size();) {
        std::size_t end = begin + 1;
        while (end < points.size() && points[end].first == points[end - 1].first + 1)
            ++end;
        QXYSeries* series = lone;
        if (end - begin > 1 && runs <= mostRuns)
            series = new QLineSeries;
        for (std::size_t i = begin; i < end; ++i)
            series->append(points[i].first, placeOf(points[i].second));
        if (series != lone) {
            add(series);
            series->setPen(QPen(color, share == 0 ? 2 : 1.5, dash(share), Qt::FlatCap, Qt::RoundJoin));
        }
        begin = end;
    }
    add(lone);
}

void MetricsPlot::drawFailures()
{
    const Tokens& t = m_theme.tokens();
    auto failures = m_data.failures();
    failures.resize(std::min<std::size_t>(failures.size(), shownTypes));
    std::reverse(failures.begin(), failures.end()); // the axis runs from bottom to top
    auto* set = new QBarSet(Formatting::stateWord(TaskState::Failed));
    set->setBrush(stateBrush(m_theme, TaskState::Failed, devicePixelRatioF()));
    set->setBorderColor(t.of(TaskState::Failed).edge);
    QStringList types;
    for (const auto& [type, count] : failures) {
        QString label
            = (type.isEmpty() ? MetricsData::tr("unknown type") : printable(type, typeLength)).toHtmlEscaped();
        while (types.contains(label))
            label += QChar(0x200B); // make the label unique: the axis drops duplicates
        types << label;
        set->append(double(count));
    }
    auto* series = new QHorizontalBarSeries;
    series->append(set);
    // Type names can be long. If the plot is tall enough, each name is drawn above its bar and takes up as much space
    // as a bar.
    m_names.clear();
    if (!types.isEmpty() && (height() - axisHeight) / types.size() >= nameRow) {
        for (qsizetype i = types.size(); i-- > 0;)
            m_names.prepend(printable(failures[std::size_t(i)].first, 2 * typeLength));
        auto* above = new QBarSet(QString());
        for (qsizetype i = 0; i < types.size(); ++i)
            above->append(0);
        series->append(above);
        chart()->setMargins({12, 4, 14, 0}); // leave room for the 0 below the axis
    }
    series->setBarWidth(m_names.isEmpty() ? 0.6 : 0.84);
    chart()->addSeries(series);
    auto* y = new QBarCategoryAxis;
    y->append(types);
    applyTheme(y, false);
    y->setLabelsVisible(m_names.isEmpty());
    chart()->addAxis(y, Qt::AlignLeft);
    series->attachAxis(y);
    series->attachAxis(countAxis(failures.empty() ? 0 : double(failures.back().second), Qt::AlignBottom));
}

void MetricsPlot::drawForeground(QPainter* painter, const QRectF& rect)
{
    QChartView::drawForeground(painter, rect);
    if (m_names.isEmpty())
        return;
    const QRectF plot = chart()->plotArea();
    const double row = plot.height() / double(m_names.size());
    painter->setFont(m_theme.font(-2));
    painter->setPen(m_theme.tokens().text2);
    for (qsizetype i = 0; i < m_names.size(); ++i) {
        const QRectF upper(plot.left() + 4, plot.bottom() - row * double(i + 1), plot.width() - 8, row / 2);
        painter->drawText(upper, Qt::AlignBottom | Qt::AlignLeft | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(m_names[i], Qt::ElideMiddle, int(upper.width())));
    }
}

QString MetricsPlot::tip(int step) const
{
    const MetricsSheet sheet = m_data.sheet(m_kind, m_formatting);
    // Rows of time-based sheets are newest first, so the bar on the left shows the last row. Failure bars are numbered
    // from the bottom, but the first row is at the top.
    const int shown
        = m_kind == MetricsKind::Failures ? std::min<int>(int(sheet.rows.size()), shownTypes) : int(sheet.rows.size());
    if (step < 0 || step >= shown)
        return {};
    const QStringList& row = sheet.rows[std::size_t(shown - 1 - step)];
    QString text = QStringLiteral("<b>%1</b>").arg(row[0].toHtmlEscaped());
    for (qsizetype i = 1; i < row.size(); ++i)
        text += QStringLiteral("<br>%1: %2").arg(sheet.headers[i].toHtmlEscaped(), row[i].toHtmlEscaped());
    return text;
}

void MetricsPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = mapToScene(event->position().toPoint());
    if (chart()->plotArea().contains(at) && !chart()->series().isEmpty()) {
        const QPointF value = chart()->mapToValue(at, chart()->series().constFirst());
        const double place = m_kind == MetricsKind::Failures ? value.y() : value.x();
        QToolTip::showText(event->globalPosition().toPoint(), tip(int(std::lround(place))), this);
    } else {
        QToolTip::hideText();
    }
    QChartView::mouseMoveEvent(event);
}

} // namespace dueline
