// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/window/eventclock.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"

namespace dueline {

/// The real window, 1600 × 1000 pixels, connected to one server. Reports when the selected queue has been painted: the
/// visible rows and the timeline, with this queue's data.
class PaintedWindow
{
public:
    explicit PaintedWindow(EventClock& clock);
    ~PaintedWindow();

    /// Connects, waits until `queue` is known, and shows it.
    void open(const Profile& profile, const QueueName& queue);
    /// Selects a queue and waits until it has been painted.
    void show(const QueueName& queue);
    /// Measures how long it takes to paint `queue` after selecting it, in ms. Repeats this `times` times, showing
    /// `other` in between.
    std::vector<double> timesToShow(const QueueName& queue, const QueueName& other, int times);
    /// Measures how long it takes to paint all visible rows after a jump of the scroll bar, in ms. Repeats this `times`
    /// times.
    std::vector<double> timesToJump(int times);

    /// Runs the event loop until `done` returns true. Returns false on a timeout.
    bool until(const std::function<bool()>& done, int ms = 20'000);
    void rest(int ms);

protected:
    TaskTable& table() { return m_window->table(); }

    EventClock& m_clock;
    Theme m_theme;
    Formatting m_formatting;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
    Connection* m_connection = nullptr;
    bool m_timelineLoaded = false; ///< true if the timeline has been loaded since the last reset
    bool m_tablePainted = false; ///< true if the table has been painted with all visible rows loaded
    bool m_timelinePainted = false; ///< true if the timeline has been painted with the loaded data
    quint64 m_random = 20261122;

private:
    bool rowsArePainted() const;
};

/// Returns this process's resident memory in MB.
double residentMb();

} // namespace dueline
