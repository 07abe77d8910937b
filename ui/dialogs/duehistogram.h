// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/refstore.h"
#include "ui/text/formatting.h"
#include "ui/timeline/model/timelinescale.h"

#include <QWidget>

namespace dueline {

class Theme;

/// A small bar chart of instants over a range of time, with its maximum in words. Two of them are compared: they share
/// range, bars and scale.
class DueHistogram : public QWidget
{
    Q_OBJECT

public:
    /// The bars that a range is cut into.
    struct Bars
    {
        TimePoint from{}; ///< where the first begins
        Millis each{}; ///< how long one is: a round number of seconds, minutes, hours or days
        int count = 0;
    };

    DueHistogram(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    /// As few bars of a round length as cover the range, at most mostBars.
    static Bars barsFor(TimeRange range);
    static std::vector<int> countIn(const Bars& bars, const std::vector<TasksAt>& dues);
    /// When a bar begins, in words: the day stands with it where all of them span one.
    static QString beginOf(const Bars& bars, int bar, const Formatting& formatting);
    static constexpr int mostBars = 40;

    /// `scale`: what a bar of full height counts.
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
