// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/window/eventclock.h"
#include "ui/theme/theme.h"
#include "ui/window/mainwindow.h"

namespace dueline {

/// The real window, 1600 × 1000, on one server. It tells when the queue that was chosen is painted: the rows in view
/// and the timeline, with what was read of this queue.
class PaintedWindow
{
public:
    explicit PaintedWindow(EventClock& clock);
    ~PaintedWindow();

    /// Connects, waits until `queue` is known and shows it.
    void open(const Profile& profile, const QueueName& queue);
    /// Chooses a queue and returns once it is painted.
    void show(const QueueName& queue);
    /// `times` from the choice of `queue` until it is painted, ms; in between `other` is shown.
    std::vector<double> timesToShow(const QueueName& queue, const QueueName& other, int times);
    /// `times` from the scroll bar being set anywhere until every row in view is painted, ms.
    std::vector<double> timesToJump(int times);

    /// Goes on with the event loop until `done`, at most so long; false: it did not come.
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
    bool m_timelineLoaded = false; ///< since it was last set back
    bool m_tablePainted = false; ///< with all rows in view there
    bool m_timelinePainted = false; ///< with what was loaded
    quint64 m_random = 20261122;

private:
    bool rowsArePainted() const;
};

/// Resident memory of this process, MB.
double residentMb();

} // namespace dueline
