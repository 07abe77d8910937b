// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/paintedwindow.h"

#include "tests/support/must.h"
#include "tests/support/residentmemory.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QScrollBar>

namespace dueline {

double residentMb() { return double(residentMemory()) / 1e6; }

PaintedWindow::PaintedWindow(EventClock& clock)
    : m_clock(clock)
    , m_theme(clock)
    , m_formatting(QTimeZone::utc())
    , m_bench(std::make_unique<Workbench>(m_formatting))
    , m_window(std::make_unique<MainWindow>(m_theme, m_formatting, *m_bench))
{
    m_window->resize(1600, 1000);
    m_window->show();
    QObject::connect(
        &m_window->shownTimeline().feed(), &TimelineFeed::loaded, &clock, [this] { m_timelineLoaded = true; });
    clock.onPainted([this](QObject* painted) {
        if (painted == table().viewport())
            m_tablePainted = rowsArePainted();
        else if (painted == &m_window->timelinePane().timeline())
            m_timelinePainted = m_timelineLoaded;
    });
}

PaintedWindow::~PaintedWindow() { m_clock.onPainted({}); }

void PaintedWindow::open(const Profile& profile, const QueueName& queue)
{
    m_bench->connections().add(must(Connection::open(profile)));
    m_connection = m_bench->view().current();
    const auto isKnown = [&] { return m_bench->sidebar().find({m_connection->id(), queue, {}}).isValid(); };
    if (!until(isKnown)) // The window shows the overview first.
        qFatal("the queue did not come");
    show(queue);
}

bool PaintedWindow::until(const std::function<bool()>& done, int ms)
{
    QElapsedTimer timer;
    timer.start();
    while (!done()) {
        if (timer.elapsed() > ms)
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
    }
    return true;
}

void PaintedWindow::rest(int ms)
{
    QElapsedTimer timer;
    timer.start();
    until([&] { return timer.elapsed() >= ms; }, ms + 1000);
}

bool PaintedWindow::rowsArePainted() const
{
    const TaskTable& table = m_window->table();
    const int first = table.rowAt(0);
    const int last = table.rowAt(table.viewport()->height() - 1);
    if (first < 0)
        return false;
    for (int row = first; row <= (last < 0 ? m_bench->list().tasks().rowCount() - 1 : last); ++row) {
        if (!m_bench->list().tasks().taskAt(row))
            return false;
    }
    return true;
}

void PaintedWindow::show(const QueueName& queue)
{
    if (m_bench->view().place().queue == queue)
        return;
    m_tablePainted = m_timelinePainted = m_timelineLoaded = false;
    m_bench->view().show({m_connection->id(), queue, {}});
    if (!until([this] { return m_tablePainted && m_timelinePainted; }))
        qFatal("nothing was painted");
}

std::vector<double> PaintedWindow::timesToShow(const QueueName& queue, const QueueName& other, int times)
{
    std::vector<double> took;
    for (int i = 0; i < times; ++i) {
        show(other);
        rest(300);
        QElapsedTimer timer;
        timer.start();
        show(queue);
        took.push_back(double(timer.nsecsElapsed()) / 1e6);
        rest(300);
    }
    return took;
}

std::vector<double> PaintedWindow::timesToJump(int times)
{
    std::vector<double> took;
    for (int i = 0; i < times; ++i) {
        m_random = m_random * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
        QScrollBar* bar = table().verticalScrollBar();
        m_tablePainted = false;
        QElapsedTimer timer;
        timer.start();
        bar->setValue(int((m_random >> 33) % quint64(bar->maximum())));
        if (!until([this] { return m_tablePainted; }))
            qFatal("a jump was not painted");
        took.push_back(double(timer.nsecsElapsed()) / 1e6);
        rest(30);
    }
    return took;
}

} // namespace dueline
