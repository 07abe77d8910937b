// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/walltimeline.h"

#include "ui/text/languagechange.h"

#include <QPixmap>

#include <algorithm>

namespace dueline {

namespace {

constexpr int wallBarPitch = 18; ///< minimum distance between two bars
constexpr int raised = 20; ///< height by which the painter's top margin is larger than needed
constexpr int wallNowHeight = 36;

} // namespace

WallTimeline::WallTimeline(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
{
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    onLanguageChange(this, [this] { setAccessibleName(tr("Task timeline")); });
}

/// Returns the factor that enlarges TimelinePainter's smallest text to WallScale::leastText.
double WallTimeline::magnification() const
{
    return WallScale::leastText * m_scale.factor() / m_theme.font(-2).pixelSize();
}

TimelinePainter WallTimeline::painter() const
{
    const double by = magnification();
    const QSizeF size(width() / by, (height() + m_scale.px(raised)) / by);
    return {m_theme, m_formatting, size.toSize(), devicePixelRatioF() * by};
}

TimelineData WallTimeline::combined(TimelineData data, Millis least)
{
    data.match.reset();
    data.groups.reset();
    data.tasks.clear();
    const qint64 each = data.span.count() > 0 ? (least.count() + data.span.count() - 1) / data.span.count() : 1;
    if (each <= 1)
        return data;
    data.span *= each;
    std::vector<TimelineBin> bins;
    for (const TimelineBin& bin : data.bins) {
        const qint64 at = bin.from.time_since_epoch().count();
        const TimePoint from{Millis(at - ((at % data.span.count()) + data.span.count()) % data.span.count())};
        if (bins.empty() || bins.back().from != from)
            bins.push_back({from, from + data.span, {}});
        for (const TaskState state : timelineBands)
            bins.back().counts[state] += bin.counts[state];
    }
    data.bins = std::move(bins);
    return data;
}

void WallTimeline::combine()
{
    const int plot = std::max(1, int(painter().plot().width() * magnification()));
    m_shown = combined(m_data, Millis(m_view.length().count() * m_scale.px(wallBarPitch) / plot));
    update();
}

void WallTimeline::tell(const TimelineData& data, TimeRange view, TimePoint now)
{
    if (data == m_data && view == m_view && now == m_now)
        return;
    const bool isNew = data != m_data || view.length() != m_view.length();
    m_view = view;
    m_now = now;
    if (isNew) {
        m_data = data;
        combine();
    }
    update();
}

void WallTimeline::setScale(WallScale scale)
{
    m_scale = scale;
    combine();
}

void WallTimeline::setStale(bool stale)
{
    m_isStale = stale;
    update();
}

void WallTimeline::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    combine();
}

/// Paints a line at the current time, with a label above the plot.
void WallTimeline::paintNow(QPainter& painter, const QRectF& plot, double x) const
{
    if (x < plot.left() || x > plot.right())
        return;
    const Tokens& t = m_theme.tokens();
    const QString words = tr("Now %1").arg(m_formatting.clock(m_now, Millis(60'000)));
    painter.setFont(m_scale.font(m_theme, WallScale::leastText, QFont::DemiBold));
    const double width = painter.fontMetrics().horizontalAdvance(words) + m_scale.px(32);
    const double left = std::clamp(x - width / 2, plot.left(), std::max(plot.left(), plot.right() - width));
    const QRectF label(left, plot.top() - m_scale.px(wallNowHeight + 4), width, m_scale.px(wallNowHeight));
    const double line = std::max(2.0, 3 * m_scale.factor());
    painter.fillRect(QRectF(x - line / 2, label.bottom(), line, plot.bottom() - label.bottom()), t.text);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.text);
    painter.drawRoundedRect(label, m_scale.px(6), m_scale.px(6));
    painter.setPen(t.surface);
    painter.drawText(label, Qt::AlignCenter, words);
}

void WallTimeline::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    p.fillRect(rect(), m_theme.tokens().surface);
    if (m_view.isEmpty())
        return;
    const TimelinePainter painter = this->painter();
    const double by = magnification();
    const TimelineLook look;
    const qreal ratio = devicePixelRatioF();
    // Paint the bars on a separate layer, because TimelinePainter erases the gaps of torn bars.
    QPixmap bars(size() * ratio);
    bars.setDevicePixelRatio(ratio);
    bars.fill(Qt::transparent);
    QPainter layer(&bars);
    for (QPainter* each : {&p, &layer}) {
        each->save();
        each->translate(0, -m_scale.px(raised));
        each->scale(by, by);
    }
    painter.paintGround(p, m_shown, m_view, m_now, look);
    painter.paintMarks(layer, m_shown, m_view, m_now, look);
    painter.paintTornNumbers(layer, m_shown, m_view, look);
    layer.restore();
    layer.end();
    p.restore();
    p.setOpacity(m_isStale ? m_theme.tokens().staleOpacity() : 1);
    p.drawPixmap(0, 0, bars);
    p.setOpacity(1);
    const QRectF plot(painter.plot().left() * by, painter.plot().top() * by - m_scale.px(raised),
        painter.plot().width() * by, painter.plot().height() * by);
    paintNow(p, plot, painter.scale(m_view).x(m_now) * by);
}

} // namespace dueline
