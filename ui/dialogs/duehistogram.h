// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/refstore.h"
#include "ui/text/formatting.h"
#include "ui/timeline/model/timelinescale.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Small bar chart of times in a range. A label shows the highest count. Two charts can share a range, bars and scale
/// for comparison.
class DueHistogram : public QWidget
{
    Q_OBJECT

public:
    /// Bars that a range is divided into.
    struct Bars
    {
        TimePoint from{}; ///< start of the first bar
        Millis each{}; ///< length of a bar: a round number of seconds, minutes, hours or days
        int count = 0;
    };

    DueHistogram(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    /// Divides the range into at most mostBars bars, choosing the shortest round bar length that allows this.
    static Bars barsFor(TimeRange range);
    static std::vector<int> countIn(const Bars& bars, const std::vector<TasksAt>& dues);
    /// Returns a bar's start as text, with the date if the bars span more than a day.
    static QString beginOf(const Bars& bars, int bar, const Formatting& formatting);
    static constexpr int mostBars = 40;

    /// Shows counts. `scale`: count for a full-height bar.
    void show(const Bars& bars, std::vector<int> counts, int scale, const Formatting& formatting, TaskState state);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintBars(QPainter& painter, const QRect& plot) const;

    const Theme& m_theme;
    QString m_title;
    QString m_words;
    QString m_left;
    QString m_right;
    std::vector<int> m_counts;
    int m_scale = 1;
    TaskState m_state = TaskState::Scheduled;
};

} // namespace dueline
