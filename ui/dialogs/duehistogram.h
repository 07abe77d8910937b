// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/refstore.h"
#include "ui/text/formatting.h"
#include "ui/timeline/model/timelinescale.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Small bar chart of instants in a time range. A label shows the highest count. For comparison, two charts can have
/// the same range, bars and scale.
class DueHistogram : public QWidget
{
    Q_OBJECT

public:
    /// Bars into which a range is divided.
    struct Bars
    {
        TimePoint from{}; ///< start of the first bar
        Millis each{}; ///< length of a bar: a round number of seconds, minutes, hours or days
        int count = 0;
    };

    DueHistogram(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    /// Divides the range into at most mostBars bars. Chooses the shortest round length that is possible.
    static Bars barsFor(TimeRange range);
    static std::vector<int> countIn(const Bars& bars, const std::vector<TasksAt>& dues);
    /// Returns the start of a bar as text. Includes the date if the bars span more than a day.
    static QString beginOf(const Bars& bars, int bar, const Formatting& formatting);
    static constexpr int mostBars = 40;

    /// Shows counts. `scale`: count for a bar of full height.
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
