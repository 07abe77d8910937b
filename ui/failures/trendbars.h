// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"
#include "ui/text/formatting.h"

#include <QWidget>

#include <optional>

namespace dueline {

class Theme;

/// Bar chart of failed tasks over time, with one bar per bin. The bars are stacked by queue, with the largest queue at
/// the bottom. A dashed line marks the first failure of a new group, and a solid line marks the current time.
class TrendBars : public QWidget
{
    Q_OBJECT

public:
    TrendBars(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows a group's failures, beginning with the first one. Omits bins that begin after `now`. `isNew`: true to mark
    /// the first failure and leave space before it.
    void show(const FailureGroup& group, TimePoint now, bool isNew);
    /// Sets the time since which all failures are stored; nullopt if unknown. The space before a new group's first bar
    /// says whether there may have been failures before.
    void setStoredSince(std::optional<TimePoint> since) { m_storedSince = since; }
    /// Returns the words in the space before a new group's first bar; empty if there is no such space.
    QString wordsBefore() const;
    /// Sets the height of the plot. On a short page, the plot shrinks to as little as `leastPlot`.
    void setPlotHeight(int height);
    /// Returns a description of the chart, such as `at most 120 in 4 min, from 12:00:00 on`.
    QString words() const;
    /// Returns the end time of the last bar.
    TimePoint shownUntil() const { return m_from + m_each * qint64(m_bins.size()); }
    /// Returns the names of the stacked queues, largest first.
    QStringList queues() const;

    static constexpr int leastPlot = 48;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Failures in one queue, or in all queues that aren't shown separately.
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
    void paintBefore(QPainter& painter, const Plot& plot) const;
    void paintMarks(QPainter& painter, const Plot& plot) const;
    double leadBars() const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    int m_plotHeight;
    std::vector<int> m_bins; ///< number of failures per bin, in all queues
    std::vector<Layer> m_layers;
    TimePoint m_from{};
    Millis m_each{};
    TimePoint m_first{};
    TimePoint m_now{};
    std::optional<TimePoint> m_storedSince;
    bool m_isNew = false;
};

} // namespace dueline
