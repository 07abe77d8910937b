// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <functional>
#include <vector>

namespace dueline {

/// Application that measures its thread's CPU time for each event, including nested events. Also reports painted
/// widgets.
class EventClock : public QApplication
{
public:
    using QApplication::QApplication;

    struct Cost
    {
        double ms = 0;
        const char* receiver = ""; ///< class name
        int type = 0; ///< type as in QEvent::Type
    };

    void begin();
    /// Returns the events since begin(), most expensive first.
    std::vector<Cost> end();
    /// Sets a function that is called with the painted object after each paint event. An empty function removes the
    /// callback.
    void onPainted(std::function<void(QObject*)> painted) { m_painted = std::move(painted); }

    bool notify(QObject* receiver, QEvent* event) override;

private:
    bool m_counts = false;
    int m_depth = 0;
    std::vector<Cost> m_costs;
    std::function<void(QObject*)> m_painted;
};

} // namespace dueline
