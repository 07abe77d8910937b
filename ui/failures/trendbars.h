// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"
#include "ui/text/formatting.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Bar chart of failed tasks over time: one bar per bin, with the start and end times below and the highest number
/// above.
class TrendBars : public QWidget
{
    Q_OBJECT

public:
    TrendBars(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows the trend from its first failure on. Bins that begin after `now` are omitted.
    void show(const FailureTrend& trend, TimePoint now);
    /// Returns a description of the chart: `at most 120 in 4 min, from 12:00:00 on`.
    QString words() const;
    /// Returns the end of the last bar.
    TimePoint shownUntil() const { return m_from + m_each * int(m_bins.size()); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    const Formatting& m_formatting;
    std::vector<int> m_bins;
    TimePoint m_from{};
    Millis m_each{};
    TimePoint m_now{};
};

} // namespace dueline
