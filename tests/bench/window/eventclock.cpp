// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/eventclock.h"

#include <QEvent>

#include <algorithm>
#include <utility>

#include <ctime>

namespace dueline {

namespace {

double threadMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

} // namespace

void EventClock::begin()
{
    m_costs.clear();
    m_counts = true;
}

std::vector<EventClock::Cost> EventClock::end()
{
    m_counts = false;
    std::sort(m_costs.begin(), m_costs.end(), [](const Cost& a, const Cost& b) { return a.ms > b.ms; });
    return std::exchange(m_costs, {});
}

bool EventClock::notify(QObject* receiver, QEvent* event)
{
    // Read these values first, because receiver and event may be deleted during the call.
    const char* name = receiver->metaObject()->className();
    const int type = int(event->type());
    const bool outermost = m_depth == 0 && m_counts;
    const double before = outermost ? threadMs() : 0;
    ++m_depth;
    const bool taken = QApplication::notify(receiver, event);
    --m_depth;
    if (outermost)
        m_costs.push_back({threadMs() - before, name, type});
    if (type == QEvent::Paint && m_painted)
        m_painted(receiver);
    return taken;
}

} // namespace dueline
