// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <functional>
#include <vector>

namespace dueline {

/// An application that takes the time of its thread (CPU, not the clock on the wall) for each event it is handed,
/// nested ones included in the outer one, and tells when something was painted.
class EventClock : public QApplication
{
public:
    using QApplication::QApplication;

    struct Cost
    {
        double ms = 0;
        const char* receiver = ""; ///< class
        int type = 0; ///< QEvent::Type
    };

    void begin();
    /// Those since begin(), the most costly first.
    std::vector<Cost> end();
    /// Called after each paint event with who was painted; empty: nobody wants to know.
    void onPainted(std::function<void(QObject*)> painted) { m_painted = std::move(painted); }

    bool notify(QObject* receiver, QEvent* event) override;

private:
    bool m_counts = false;
    int m_depth = 0;
    std::vector<Cost> m_costs;
    std::function<void(QObject*)> m_painted;
};

} // namespace dueline
