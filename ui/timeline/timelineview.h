// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QObject>

#include <vector>

namespace dueline {

/// The timeline's visible time range and zoom history. This class is not a widget.
class TimelineView : public QObject
{
    Q_OBJECT

public:
    explicit TimelineView(TimeRange range, QObject* parent = nullptr);

    const TimeRange& range() const { return m_range; }
    bool canStepBack() const { return m_position > 0; }
    bool canStepForward() const { return m_position + 1 < m_steps.size(); }

    /// Shows `range` and adds the previous range to the history. Consecutive small moves count as a single step.
    void show(TimeRange range, bool sameGesture = false);
    void stepBack();
    void stepForward();
    /// Moves the range along with the current time if following is on. Panning or zooming away from the current time
    /// turns following off.
    void advance(TimePoint now);
    void follow(TimePoint now);
    /// Shows a range of this length with the current time at two thirds of the width, and follows the current time.
    void showAround(TimePoint now, Millis length);

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
