// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/metricsdata.h"

#include "core/queue/taskstate.h"

#include <QWidget>

#include <array>

namespace dueline {

class Theme;

/// One chart of the metrics: stacked bars of what ended, lines of percentiles, or bars of failures by type. A step
/// without a measurement is a gap in the line, never a bridge. Lines of one length of dash each, so that they are told
/// apart without colour; bars as the timeline has them. Untrusted types are drawn as they are, never laid out.
class MetricsPlot : public QWidget
{
    Q_OBJECT

public:
    static constexpr int shownTypes = 6; ///< of failures; the table has all

    /// A bar, in tasks (Failures) or tasks a second.
    struct Bar
    {
        TaskState state = TaskState::Done;
        double value = 0;
        QRectF rect;
    };
    /// Steps of one percentile that follow each other; one alone is a point.
    struct Run
    {
        std::size_t share = 0; ///< of MetricsData::shares
        std::vector<QPointF> points;
    };
    /// A word at an axis, and where it stands on it.
    struct Label
    {
        QString text;
        double place = 0; ///< x below the plot, y left of it
    };
    /// Everything that is drawn, in logical pixels.
    struct Shape
    {
        QRectF plot;
        std::vector<Label> below;
        std::vector<Label> left;
        std::vector<Bar> bars;
        std::vector<Run> runs;
        std::vector<Label> names; ///< of the bars, above them; empty: they stand at the left
    };

    MetricsPlot(const Theme& theme, const Formatting& formatting, MetricsKind kind, QWidget* parent = nullptr);

    void setData(const MetricsData& data);
    Shape shape() const;
    /// The dash of a percentile's line.
    static Qt::PenStyle dash(std::size_t share);
    /// The colour of the percentiles of `kind`: lateness is of due tasks, run time of leased ones.
    static QColor lineColor(const Theme& theme, MetricsKind kind);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void shapeThroughput(Shape& shape) const;
    void shapePercentiles(Shape& shape) const;
    void shapeFailures(Shape& shape) const;
    void shapeTimes(Shape& shape) const;
    void setPlot(Shape& shape, const QStringList& atTheLeft) const;
    void paintAxes(QPainter& painter, const Shape& shape) const;
    void paintRuns(QPainter& painter, const Shape& shape) const;
    double device(double value) const;
    QFontMetrics metrics() const;
    QString tip(int step) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    MetricsKind m_kind;
    MetricsData m_data;
};

} // namespace dueline
