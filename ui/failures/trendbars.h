// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"
#include "ui/text/formatting.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Bar chart of failed tasks over time: one bar per bin, stacked by queue with the largest queue at the baseline. A
/// dashed line marks the first failure of a new group, and a solid line marks the current time.
class TrendBars : public QWidget
{
    Q_OBJECT

public:
    TrendBars(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows the failures of a group, starting with its first one. Bins that begin after `now` are omitted. `isNew`:
    /// leaves room before the first failure, with the mark.
    void show(const Incident& incident, TimePoint now, bool isNew);
    /// Sets the height of the plot; if the page is low, the chart shrinks to `leastPlot`.
    void setPlotHeight(int height);
    /// Returns the chart in words: `at most 120 in 4 min, from 12:00:00 on`.
    QString words() const;
    /// Returns the end of the last bar.
    TimePoint shownUntil() const { return m_from + m_each * qint64(m_bins.size()); }
    /// Returns the names of the stacked queues, largest first.
    QStringList queues() const;

    static constexpr int leastPlot = 48;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Failures of one queue, or of all queues that are not shown separately.
    struct Layer
    {
        QString name;
        qint64 tasks = 0;
        std::vector<int> bins;
    };
    struct Plot;

    QColor colorOf(std::size_t layer) const;
    void paintHead(QPainter& painter) const;
    void paintGrid(QPainter& painter, const Plot& plot) const;
    void paintTimes(QPainter& painter, const Plot& plot) const;
    void paintBars(QPainter& painter, const Plot& plot) const;
    void paintMarks(QPainter& painter, const Plot& plot) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    int m_plotHeight;
    std::vector<int> m_bins; ///< failures of all queues
    std::vector<Layer> m_layers;
    TimePoint m_from{};
    Millis m_each{};
    TimePoint m_first{};
    TimePoint m_now{};
    bool m_isNew = false;
};

} // namespace dueline
