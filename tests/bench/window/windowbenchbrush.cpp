// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/windowbench.h"
#include "tests/support/must.h"
#include "ui/timeline/timelinepane.h"

#include <QElapsedTimer>
#include <QMouseEvent>

#include <algorithm>

namespace dueline {

void WindowBench::brush(const QString& filter, int moves)
{
    rest(500);
    TimelineWidget& timeline = m_window->timelinePane().timeline();
    bool& painted = m_timelinePainted; // The timeline was loaded when the queue opened.
    const auto found = [&] {
        qint64 all = 0;
        if (timeline.data().match) {
            for (const TaskState state : timelineBands)
                all += timeline.data().match->totals[state];
        }
        return all;
    };
    QElapsedTimer timer;
    timer.start();
    m_bench->list().setFilter(must(TaskFilter::parse(filter)));
    until([&] { return found() > 0; }, 120'000);
    painted = false;
    until([&] { return painted; });
    const double first = double(timer.nsecsElapsed()) / 1e6;
    until([&] { return timeline.data().match && !timeline.data().match->partial; }, 120'000);
    painted = false;
    timeline.update();
    until([&] { return painted; });
    const double all = double(timer.nsecsElapsed()) / 1e9;
    const QString name = QStringLiteral("timeline, `%1`, %2 in view match").arg(filter).arg(found());
    line(name + QStringLiteral(": first counts painted"), QStringLiteral("%1 ms").arg(first, 0, 'f', 0),
        QStringLiteral("200 ms"));
    line(name + QStringLiteral(": exact"), QStringLiteral("%1 s").arg(all, 0, 'f', 2), QStringLiteral("4 s"));

    const QRect plot = timeline.plot();
    const auto send = [&](QEvent::Type type, double x) {
        const QPointF at(x, plot.center().y());
        const bool isMove = type == QEvent::MouseMove;
        QMouseEvent event(type, at, timeline.mapToGlobal(at), isMove ? Qt::NoButton : Qt::LeftButton,
            type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&timeline, &event);
    };
    std::vector<double> frames;
    m_clock.begin();
    send(QEvent::MouseButtonPress, plot.left() + 20);
    // The drag must be longer than this; otherwise, it would be a click.
    const double begun = plot.left() + 21 + 2.0 * QApplication::startDragDistance();
    send(QEvent::MouseMove, begun);
    for (int i = 1; i <= moves; ++i) {
        painted = false;
        timer.start();
        send(QEvent::MouseMove, begun + (plot.right() - 20 - begun) * i / moves);
        until([&] { return painted; });
        frames.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    send(QEvent::MouseButtonRelease, plot.right() - 20);
    const auto costs = m_clock.end();
    line(name + QStringLiteral(": a frame while brushing"), spread(frames) + QStringLiteral(" ms"),
        QStringLiteral("16 ms"));
    line(name + QStringLiteral(": longest event while brushing"),
        QStringLiteral("%1 ms CPU").arg(costs.empty() ? 0.0 : costs.front().ms, 0, 'f', 1), QStringLiteral("16 ms"));
    timer.start();
    until([&] { return m_bench->list().feed().isKnown() && m_bench->list().tasks().isAll(); }, 120'000);
    line(name + QStringLiteral(": %1 brushed, listed and selected").arg(m_bench->list().feed().matches()),
        QStringLiteral("%1 s").arg(double(timer.nsecsElapsed()) / 1e9, 0, 'f', 2), QStringLiteral("4 s"));
    timeline.setBrush({});
    m_bench->list().setFilter({});
    rest(500);
}

} // namespace dueline
