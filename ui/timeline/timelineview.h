// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QObject>

#include <vector>

namespace dueline {

/// What part of time is shown, with a way back: the zoom stack of the timeline. No widget.
class TimelineView : public QObject
{
    Q_OBJECT

public:
    explicit TimelineView(TimeRange range, QObject* parent = nullptr);

    const TimeRange& range() const { return m_range; }
    bool canStepBack() const { return m_position > 0; }
    bool canStepForward() const { return m_position + 1 < m_steps.size(); }

    /// Shows `range` and remembers where it came from; small moves in a row count as one step.
    void show(TimeRange range, bool sameGesture = false);
    void stepBack();
    void stepForward();
    /// Moves the range so that now keeps its place, while following; panning and zooming away from now ends that.
    void advance(TimePoint now);
    void follow(TimePoint now);

Q_SIGNALS:
    void rangeChanged();

private:
    void set(TimeRange range);

    TimeRange m_range;
    std::vector<TimeRange> m_steps;
    std::size_t m_position = 0;
    bool m_gesture = false;
    bool m_following = true;
    TimePoint m_lastNow{};
};

} // namespace dueline
