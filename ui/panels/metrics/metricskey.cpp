// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics/metricskey.h"

#include "ui/panels/metrics/metricsplot.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/statetile.h"

#include <QPainter>

namespace dueline {

namespace {

constexpr int tileWidth = 18; // 14-pixel tile plus a 4-pixel gap
constexpr int lineMarkWidth = 13; // 10-pixel mark plus a 3-pixel gap
constexpr int entryGap = 7;

} // namespace

MetricsKey::MetricsKey(const Theme& theme, MetricsKind kind, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_kind(kind)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QStringList MetricsKey::entries() const
{
    if (m_kind == MetricsKind::Throughput)
        return {Formatting::stateWord(TaskState::Done), Formatting::stateWord(TaskState::Failed)};
    QStringList names;
    if (m_kind != MetricsKind::Failures) {
        for (const double share : MetricsData::shares)
            names << QStringLiteral("p%1").arg(std::lround(share * 100));
    }
    return names;
}

int MetricsKey::entryWidth(const QString& entry) const
{
    return markWidth() + QFontMetrics(m_theme.font(-1)).horizontalAdvance(entry) + entryGap;
}

int MetricsKey::markWidth() const { return m_kind == MetricsKind::Throughput ? tileWidth : lineMarkWidth; }

QSize MetricsKey::sizeHint() const
{
    int width = 0;
    for (const QString& entry : entries())
        width += entryWidth(entry);
    return {width, 20};
}

void MetricsKey::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    p.setFont(m_theme.font(-1));
    const QStringList names = entries();
    int x = 0;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const int w = entryWidth(names[i]);
        if (x + w - entryGap > width())
            return;
        if (m_kind == MetricsKind::Throughput) {
            paintStateTile(
                p, m_theme, QPoint(x, (height() - 14) / 2), 14, i == 0 ? TaskState::Done : TaskState::Failed);
        } else {
            QPen pen(MetricsPlot::lineColor(m_theme, m_kind), 2, Qt::SolidLine, Qt::FlatCap);
            if (MetricsPlot::dash(std::size_t(i)) == Qt::DashLine)
                pen.setDashPattern({1.5, 0.75}); // short dashes, so that two fit in the sample
            else if (MetricsPlot::dash(std::size_t(i)) == Qt::DotLine)
                pen.setDashPattern({0.75, 0.75});
            p.setPen(pen);
            p.drawLine(QPoint(x, height() / 2), QPoint(x + 10, height() / 2));
        }
        p.setPen(m_theme.tokens().text2);
        p.drawText(QRect(x + markWidth(), 0, w, height()), Qt::AlignLeft | Qt::AlignVCenter, names[i]);
        x += w;
    }
}

} // namespace dueline
