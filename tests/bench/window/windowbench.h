// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sandbox.h"
#include "tests/bench/bystander.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/bench/window/eventclock.h"
#include "tests/bench/window/helper.h"
#include "ui/mainwindow.h"
#include "ui/theme/theme.h"

namespace dueline {

/// The real window on one queue of very many tasks; each method measures one promise and prints its lines of the table.
class WindowBench
{
public:
    WindowBench(EventClock& clock, qint64 tasks, int payload, const QStringList& serverArguments);
    ~WindowBench();

    void open(int times);
    void refresh(int times);
    void jump(int times);
    void search(const QString& filter);
    /// Scrolling, zooming, filtering and `rate` changes a second for so long.
    void work(std::chrono::seconds length, int rate);
    /// Live changes and nobody at the window; memory before and after.
    void stay(std::chrono::minutes length, int rate);
    void memory(const char* when);

    static void head();

private:
    /// Goes on with the event loop until `done`, at most so long; false: it did not come.
    bool until(const std::function<bool()>& done, int ms = 20'000);
    void rest(int ms);
    bool rowsArePainted() const;
    void show(const QueueName& queue);
    TaskTable& table() { return m_window->table(); }
    /// `name`, what was measured, what is promised.
    static void line(const QString& name, const QString& measured, const QString& promised);
    static QString spread(std::vector<double> values, int digits = 1);
    void act(int step);

    EventClock& m_clock;
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<ServerProbe> m_probe;
    Theme m_theme;
    Formatting m_formatting;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
    Connection* m_connection = nullptr;
    qint64 m_tasks;
    int m_payload;
    bool m_timelineLoaded = false; ///< since it was last set back
    bool m_tablePainted = false; ///< with all rows in view there
    bool m_timelinePainted = false; ///< with what was loaded
    quint64 m_random = 20261122;
};

/// Resident memory of this process, MB.
double residentMb();

} // namespace dueline
