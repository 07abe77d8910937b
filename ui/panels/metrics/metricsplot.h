// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/metrics/metricsdata.h"

#include <QtCharts/QChartView>

class QAbstractAxis;
class QXYSeries;

namespace dueline {

class Theme;

/// One chart of the metrics: stacked bars of what ended, lines of percentiles, or bars of failures by type. The x axis
/// counts steps; a step without a measurement is a gap in the line, never a bridge. Lines of one length of dash each,
/// so that they are told apart without colour. Fonts and colours follow the theme; types are escaped, because the
/// library takes labels for HTML.
class MetricsPlot : public QChartView
{
    Q_OBJECT

public:
    static constexpr int shownTypes = 6; ///< of failures; the table has all

    MetricsPlot(const Theme& theme, const Formatting& formatting, MetricsKind kind, QWidget* parent = nullptr);

    void setData(const MetricsData& data);
    /// The dash of a percentile's line.
    static Qt::PenStyle dash(std::size_t share);
    /// The colour of the percentiles of `kind`: lateness is of due tasks, run time of leased ones.
    static QColor lineColor(const Theme& theme, MetricsKind kind);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    void draw();
    void drawThroughput();
    void drawPercentiles();
    void drawFailures();
    void addLine(
        const std::vector<std::pair<int, double>>& points, std::size_t share, QAbstractAxis* x, QAbstractAxis* y);
    QAbstractAxis* timeAxis();
    QAbstractAxis* countAxis(double highest, Qt::Alignment side);
    QAbstractAxis* durationAxis(double lowest, double highest);
    void applyTheme(QAbstractAxis* axis, bool grid) const;
    QString tip(int step) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    MetricsKind m_kind;
    MetricsData m_data;
    QSize m_drawnSize;
    QString m_words; ///< language and zone of what is drawn
    QStringList m_names; ///< of failures, drawn above their bars from below; empty: they are labels of the axis
};

} // namespace dueline
