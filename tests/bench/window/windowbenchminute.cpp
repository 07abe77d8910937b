// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/windowbench.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>

#include <array>
#include <cstdio>

namespace dueline {

namespace {

void wheel(QWidget& on, QPoint at, int delta)
{
    QWheelEvent event(at, on.mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&on, &event);
}

double percentile(const std::vector<EventClock::Cost>& costs, double share)
{
    // Costs are sorted, most expensive event first.
    return costs.empty() ? 0 : costs[std::size_t(double(costs.size()) * (1 - share))].ms;
}

} // namespace

/// Acts like a hurried user, thirty times per second: scrolls, drags the scroll bar, zooms, pans and brushes the
/// timeline, and filters.
void WindowBench::act(int step)
{
    TimelineWidget& timeline = m_window->timelinePane().timeline();
    const QPoint middle = timeline.plot().center();
    static const std::array filters{
        "type:mail.send", "state:failed error~\"timeout after <*> s\"", "state:scheduled", ""};
    const int second = step / 30;
    switch (second % 6) {
    case 0:
    case 1:
        wheel(*table().viewport(), table().viewport()->rect().center(), step % 60 < 40 ? -240 : 240);
        break;
    case 2:
        m_random = m_random * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
        table().verticalScrollBar()->setValue(
            int((m_random >> 33) % quint64(std::max(1, table().verticalScrollBar()->maximum()))));
        break;
    case 3:
        wheel(timeline, middle, step % 30 < 18 ? 120 : -120);
        break;
    case 4: {
        const QPoint from = middle - QPoint(100, 0);
        if (step % 30 == 0)
            QTest::mousePress(&timeline, Qt::LeftButton, {}, from);
        else if (step % 30 < 29)
            QTest::mouseMove(&timeline, from + QPoint(step % 30 * 6, 0));
        else
            QTest::mouseRelease(&timeline, Qt::LeftButton, {}, from + QPoint(174, 0));
        break;
    }
    default:
        if (step % 30 == 0)
            m_window->findChild<FilterLine*>()->apply(
                QString::fromLatin1(filters[std::size_t(second / 6) % filters.size()]));
        else
            QTest::keyClick(&table(), step % 2 == 0 ? Qt::Key_Down : Qt::Key_PageDown);
        break;
    }
}

void WindowBench::work(std::chrono::seconds length, int rate)
{
    show("small");
    show("million");
    rest(1000);
    const Helper changes({QStringLiteral("--change"), m_sandbox->url(), QStringLiteral("million"),
        QString::number(rate), QString::number(m_payload)});
    QElapsedTimer timer;
    timer.start();
    m_clock.begin();
    // Trigger the actions from a timer, because a real user's actions arrive as events too.
    int step = 0;
    QTimer acting;
    QObject::connect(&acting, &QTimer::timeout, &m_clock, [&] { act(step++); });
    acting.start(33);
    until([&] { return timer.elapsed() >= length.count() * 1000; }, int(length.count() * 1000 + 60'000));
    acting.stop();
    const auto costs = m_clock.end();
    m_window->findChild<FilterLine*>()->apply(QString());
    const QString name
        = QStringLiteral("%1 s of scrolling, zooming, filtering, %2 changes a second").arg(length.count()).arg(rate);
    line(name + QStringLiteral(": CPU per event p99.9"),
        QStringLiteral("%1 ms of %2 events").arg(percentile(costs, 0.999), 0, 'f', 1).arg(costs.size()),
        QStringLiteral("16 ms"));
    line(name + QStringLiteral(": most"),
        QStringLiteral("%1 ms").arg(costs.empty() ? 0.0 : costs.front().ms, 0, 'f', 1), QStringLiteral("50 ms"));
    std::printf("<!-- the ten most costly:");
    for (std::size_t i = 0; i < std::min<std::size_t>(costs.size(), 10); ++i)
        std::printf(" %s/%d %.1f ms,", costs[i].receiver, costs[i].type, costs[i].ms);
    std::printf(" -->\n");
    memory("after that");
}

void WindowBench::stay(std::chrono::minutes length, int rate)
{
    show("small");
    show("million");
    const Helper changes({QStringLiteral("--change"), m_sandbox->url(), QStringLiteral("million"),
        QString::number(rate), QString::number(m_payload)});
    rest(30'000); // waits until one-time memory growth is over
    const double before = residentMb();
    const auto minutes = int(length.count());
    for (int minute = 0; minute < minutes; ++minute)
        rest(60'000);
    const double after = residentMb();
    line(QStringLiteral("resident memory over %1 minutes of %2 changes a second").arg(minutes).arg(rate),
        QStringLiteral("%1 to %2 MB, %3 %")
            .arg(before, 0, 'f', 1)
            .arg(after, 0, 'f', 1)
            .arg((after - before) / before * 100, 0, 'f', 1),
        QStringLiteral("5 % in an hour"));
}

} // namespace dueline
