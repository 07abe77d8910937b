// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineview.h"

namespace dueline {

namespace {

constexpr std::size_t keptSteps = 100;

} // namespace

TimelineView::TimelineView(TimeRange range, QObject* parent)
    : QObject(parent)
    , m_range(range)
    , m_steps{range}
{ }

void TimelineView::set(TimeRange range)
{
    m_range = range;
    m_following = m_lastNow == TimePoint{} || range.contains(m_lastNow);
    Q_EMIT rangeChanged();
}

void TimelineView::show(TimeRange range, bool sameGesture)
{
    if (range == m_range)
        return;
    if (sameGesture && m_gesture) {
        m_steps[m_position] = range;
    } else {
        m_steps.resize(m_position + 1);
        m_steps.push_back(range);
        if (m_steps.size() > keptSteps)
            m_steps.erase(m_steps.begin());
        m_position = m_steps.size() - 1;
    }
    m_gesture = sameGesture;
    set(range);
}

void TimelineView::stepBack()
{
    if (!canStepBack())
        return;
    m_gesture = false;
    --m_position;
    set(m_steps[m_position]);
}

void TimelineView::stepForward()
{
    if (!canStepForward())
        return;
    m_gesture = false;
    ++m_position;
    set(m_steps[m_position]);
}

void TimelineView::advance(TimePoint now)
{
    const TimePoint last = m_lastNow;
    m_lastNow = now;
    if (!m_following || last == TimePoint{} || now <= last)
        return;
    const Millis by = now - last;
    m_range = {m_range.from + by, m_range.to + by};
    m_steps[m_position] = m_range;
    Q_EMIT rangeChanged();
}

void TimelineView::follow(TimePoint now)
{
    m_lastNow = now;
    const Millis length = m_range.length();
    // Place the current time at one third of the width: users care more about a queue's future than its past.
    const TimePoint from = now - length / 3;
    show({from, from + length});
    m_following = true;
}

void TimelineView::showAround(TimePoint now, Millis length)
{
    m_lastNow = now;
    const TimePoint to = now + length / 3;
    show({to - length, to});
    m_following = true;
}

} // namespace dueline
