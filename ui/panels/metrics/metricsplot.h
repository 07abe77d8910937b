// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/metrics/metricsdata.h"

#include <QtCharts/QChartView>

class QAbstractAxis;
class QXYSeries;

namespace dueline {

class Theme;

/// Chart of the metrics: stacked bars of finished tasks, percentile lines, or bars of failures by type. The x-axis is
/// divided into steps. A step without measurements leaves a gap in the line. Each percentile has its own dash pattern,
/// so that lines can be told apart without color. Fonts and colors follow the theme. Types are escaped, because the
/// library interprets labels as HTML.
class MetricsPlot : public QChartView
{
    Q_OBJECT

public:
    static constexpr int shownTypes = 6; ///< maximum number of failure types in the plot; the table lists them all

    MetricsPlot(const Theme& theme, const Formatting& formatting, MetricsKind kind, QWidget* parent = nullptr);

    void setData(const MetricsData& data);
    /// Returns the dash pattern of a percentile's line.
    static Qt::PenStyle dash(std::size_t share);
    /// Returns the color of the percentile lines for `kind`: lateness uses the color of due tasks, and run time uses
    /// the color of leased tasks.
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
    QString m_words; ///< language and time zone of the current drawing
    QStringList m_names; ///< failure types drawn above their bars, bottom first; empty if they are on the axis
};

} // namespace dueline
